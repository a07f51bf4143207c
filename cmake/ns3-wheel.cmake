# Finds ns-3 in the wheel of a Python interpreter (the checkout's .venv, or else -DPython3_EXECUTABLE=...), and in no other
# place: a system's own ns-3 may be of another version.
if(NOT Python3_EXECUTABLE AND EXISTS ${CMAKE_SOURCE_DIR}/.venv/bin/python)
  set(Python3_EXECUTABLE ${CMAKE_SOURCE_DIR}/.venv/bin/python)
endif()
find_package(Python3 REQUIRED COMPONENTS Interpreter)
execute_process(
  COMMAND ${Python3_EXECUTABLE} -c
          "import importlib.util as u; s = u.find_spec('ns3'); print(list(s.submodule_search_locations)[0] if s else '')"
  OUTPUT_VARIABLE NS3_WHEEL OUTPUT_STRIP_TRAILING_WHITESPACE)
if(NOT NS3_WHEEL)
  message(FATAL_ERROR "${Python3_EXECUTABLE} has no ns3 package; ./waf build installs the one in requirements.txt")
endif()
find_package(ns3 3.44 EXACT CONFIG REQUIRED PATHS ${NS3_WHEEL}/lib64/cmake/ns3 NO_DEFAULT_PATH)
message(STATUS "ns-3 ${ns3_VERSION} from ${NS3_WHEEL}")

# The wheel's targets name folders and libraries of the machine they were made on. Nothing of that is needed, since its
# libraries know where theirs are: keep the links among them, and the one include folder that is there.
get_property(targets DIRECTORY PROPERTY IMPORTED_TARGETS)
list(FILTER targets INCLUDE REGEX "^ns3::")
foreach(target IN LISTS targets)
  get_target_property(links ${target} INTERFACE_LINK_LIBRARIES)
  list(FILTER links INCLUDE REGEX "^ns3::")
  set_target_properties(
    ${target}
    PROPERTIES INTERFACE_LINK_LIBRARIES "${links}" INTERFACE_INCLUDE_DIRECTORIES "${NS3_WHEEL}/include"
               INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${NS3_WHEEL}/include")
  # As ns-3's own trees call them: ${libwifi}.
  string(REPLACE "ns3::" "lib" variable ${target})
  set(${variable} ${target})
endforeach()

# Some of the wheel's libraries refer to GTK, which nothing here uses. Models and test suites are found by name at run
# time, so a library counts as needed even where none of its symbols is.
set_property(TARGET ${libcore} APPEND PROPERTY INTERFACE_LINK_OPTIONS -Wl,--allow-shlib-undefined,--no-as-needed)

# Where libraries are found at run time, relative to build/lib, build/bin and build/examples: a checkout with its .venv and
# build folders can be moved, and no binary names the folder it was made in.
file(RELATIVE_PATH wheel_from_build ${CMAKE_BINARY_DIR}/lib ${NS3_WHEEL}/lib64)
set(CMAKE_SKIP_RPATH ON)
add_link_options("LINKER:-rpath,$ORIGIN/../lib:$ORIGIN/${wheel_from_build}")
