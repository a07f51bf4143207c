# Finds ns-3 in the wheel of the Python interpreter, and in no other place: a system's own ns-3 may be of another version.
# The wheel's exported targets name folders of the machine it was built on; they are replaced by the wheel's.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
execute_process(
  COMMAND ${Python3_EXECUTABLE} -c
          "import importlib.util as u; s = u.find_spec('ns3'); print(list(s.submodule_search_locations)[0] if s else '')"
  OUTPUT_VARIABLE NS3_WHEEL OUTPUT_STRIP_TRAILING_WHITESPACE)
if(NOT NS3_WHEEL)
  message(FATAL_ERROR "${Python3_EXECUTABLE} has no ns3 package; expected ns3==3.44.post0 (./waf installs it)")
endif()
find_package(ns3 3.44 EXACT CONFIG REQUIRED PATHS ${NS3_WHEEL}/lib64/cmake/ns3 NO_DEFAULT_PATH)
message(STATUS "ns-3 ${ns3_VERSION} from ${NS3_WHEEL}")

get_property(targets DIRECTORY PROPERTY IMPORTED_TARGETS)
list(FILTER targets INCLUDE REGEX "^ns3::")
foreach(target IN LISTS targets)
  get_target_property(links ${target} INTERFACE_LINK_LIBRARIES)
  list(FILTER links INCLUDE REGEX "^ns3::")
  set_target_properties(
    ${target}
    PROPERTIES INTERFACE_LINK_LIBRARIES "${links}" INTERFACE_INCLUDE_DIRECTORIES "${NS3_WHEEL}/include"
               INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${NS3_WHEEL}/include")
  string(REGEX REPLACE "^ns3::(lib)?" "" module ${target})
  set(lib${module} ${target})
endforeach()
# Some of the wheel's libraries refer to GTK, which nothing here uses.
set_property(TARGET ${libcore} APPEND PROPERTY INTERFACE_LINK_OPTIONS -Wl,--allow-shlib-undefined)

# Relative, so that a checkout with its .venv and build folders can be moved.
set(CMAKE_BUILD_RPATH_USE_ORIGIN ON)
file(RELATIVE_PATH wheel_from_bin ${CMAKE_BINARY_DIR}/bin ${NS3_WHEEL}/lib64)
set(CMAKE_BUILD_RPATH "$ORIGIN/../lib;$ORIGIN/${wheel_from_bin}")
