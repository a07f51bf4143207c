# What contrib/*/CMakeLists.txt call, with the names and arguments of ns-3's own trees, so that it serves in both.

# A module: stub headers in build/include/ns3, the library build/lib/lib<name>.so, and <name>-test from its test suites.
function(build_lib)
  cmake_parse_arguments(LIB "" "LIBNAME" "SOURCE_FILES;HEADER_FILES;LIBRARIES_TO_LINK;TEST_SOURCES" ${ARGN})
  set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)

  set(stubs ${CMAKE_BINARY_DIR}/include)
  set(everything "#pragma once\n")
  foreach(header IN LISTS LIB_HEADER_FILES)
    cmake_path(GET header FILENAME name)
    file(CONFIGURE OUTPUT ${stubs}/ns3/${name} CONTENT "#include \"${CMAKE_CURRENT_SOURCE_DIR}/${header}\"\n" @ONLY)
    string(APPEND everything "#include \"ns3/${name}\"\n")
  endforeach()
  file(CONFIGURE OUTPUT ${stubs}/ns3/${LIB_LIBNAME}-module.h CONTENT "${everything}" @ONLY)

  add_library(${LIB_LIBNAME} SHARED ${LIB_SOURCE_FILES})
  target_include_directories(${LIB_LIBNAME} PUBLIC ${stubs})
  target_link_libraries(${LIB_LIBNAME} PUBLIC ${LIB_LIBRARIES_TO_LINK})

  if(LIB_TEST_SOURCES)
    add_library(${LIB_LIBNAME}-test SHARED ${LIB_TEST_SOURCES})
    target_link_libraries(${LIB_LIBNAME}-test PUBLIC ${LIB_LIBNAME})
    target_compile_definitions(
      ${LIB_LIBNAME}-test PRIVATE NS_TEST_SOURCEDIR="${CMAKE_CURRENT_SOURCE_DIR}/test")
  endif()

  if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/examples/CMakeLists.txt)
    add_subdirectory(examples)
  endif()
endfunction()

# An example of a module: build/examples/<name>.
function(build_lib_example)
  cmake_parse_arguments(EXAMPLE "" "NAME" "SOURCE_FILES;LIBRARIES_TO_LINK" ${ARGN})
  set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/examples)
  add_executable(${EXAMPLE_NAME} ${EXAMPLE_SOURCE_FILES})
  target_link_libraries(${EXAMPLE_NAME} PRIVATE ${EXAMPLE_LIBRARIES_TO_LINK})
endfunction()
