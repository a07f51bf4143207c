# What contrib/*/CMakeLists.txt call, with the names and arguments of ns-3's own trees, so that it serves in both.

# Sets `units` to what a target is compiled from: the source files themselves or, with PUBSUB_UNITY, files that include
# several of them each. The headers and templates that they share are then read and compiled once, which halves the
# processor time. A file's unit follows from its name, so a new file leaves all units but its own as they were.
function(group_into_units units)
  if(NOT PUBSUB_UNITY)
    set(${units} ${ARGN} PARENT_SCOPE)
    return()
  endif()
  list(LENGTH ARGN files)
  set(count 1)
  while(files GREATER 8)
    math(EXPR count "${count} * 2")
    math(EXPR files "(${files} + 1) / 2")
  endwhile()
  foreach(file IN LISTS ARGN)
    string(MD5 digest ${file})
    string(SUBSTRING ${digest} 0 4 digits)
    math(EXPR unit "0x${digits} % ${count}")
    # NS_LOG_COMPONENT_DEFINE calls its variable g_log; in one unit each file's needs a name of its own.
    string(MAKE_C_IDENTIFIER ${file} name)
    string(APPEND text_${unit} "#define g_log g_log_${name}\n#include \"${file}\"\n#undef g_log\n")
  endforeach()
  math(EXPR last "${count} - 1")
  foreach(unit RANGE ${last})
    if(text_${unit})
      set(path ${CMAKE_CURRENT_BINARY_DIR}/${units}-${unit}.cc)
      file(CONFIGURE OUTPUT ${path} CONTENT "${text_${unit}}" @ONLY)
      list(APPEND paths ${path})
    endif()
  endforeach()
  set(${units} ${paths} PARENT_SCOPE)
  include_directories(${CMAKE_CURRENT_SOURCE_DIR})
endfunction()

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

  group_into_units(units ${LIB_SOURCE_FILES})
  add_library(${LIB_LIBNAME} SHARED ${units})
  target_include_directories(${LIB_LIBNAME} PUBLIC ${stubs})
  target_link_libraries(${LIB_LIBNAME} PUBLIC ${LIB_LIBRARIES_TO_LINK})

  if(LIB_TEST_SOURCES)
    group_into_units(test_units ${LIB_TEST_SOURCES})
    add_library(${LIB_LIBNAME}-test SHARED EXCLUDE_FROM_ALL ${test_units})
    # What tests is not what is measured: compile it in half the time.
    target_compile_options(${LIB_LIBNAME}-test PRIVATE -O1)
    add_dependencies(everything ${LIB_LIBNAME}-test)
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
  add_executable(${EXAMPLE_NAME} EXCLUDE_FROM_ALL ${EXAMPLE_SOURCE_FILES})
  add_dependencies(everything ${EXAMPLE_NAME})
  target_link_libraries(${EXAMPLE_NAME} PRIVATE ${EXAMPLE_LIBRARIES_TO_LINK})
endfunction()
