# build_lib() as ns-3's own trees have it, so that contrib/pubsub/CMakeLists.txt serves in both: stub headers in
# build/include/ns3, a shared library lib<name>.so, and from TEST_SOURCES a library <name>-test.
function(build_lib)
  cmake_parse_arguments(LIB "" "LIBNAME" "SOURCE_FILES;HEADER_FILES;LIBRARIES_TO_LINK;TEST_SOURCES" ${ARGN})
  set(stubs ${CMAKE_BINARY_DIR}/include)
  set(module_header "#pragma once\n")
  foreach(header IN LISTS LIB_HEADER_FILES)
    cmake_path(GET header FILENAME filename)
    file(CONFIGURE OUTPUT ${stubs}/ns3/${filename} CONTENT "#include \"${CMAKE_CURRENT_SOURCE_DIR}/${header}\"\n")
    string(APPEND module_header "#include \"ns3/${filename}\"\n")
  endforeach()
  file(CONFIGURE OUTPUT ${stubs}/ns3/${LIB_LIBNAME}-module.h CONTENT "${module_header}")

  add_library(${LIB_LIBNAME} SHARED ${LIB_SOURCE_FILES})
  target_include_directories(${LIB_LIBNAME} PUBLIC ${stubs})
  target_link_libraries(${LIB_LIBNAME} PUBLIC ${LIB_LIBRARIES_TO_LINK})

  add_library(${LIB_LIBNAME}-test SHARED ${LIB_TEST_SOURCES})
  target_link_libraries(${LIB_LIBNAME}-test PUBLIC ${LIB_LIBNAME})
  target_compile_definitions(${LIB_LIBNAME}-test PRIVATE NS_TEST_SOURCEDIR="${CMAKE_CURRENT_SOURCE_DIR}/test")
endfunction()
