// Settings from Python come as a dictionary and are checked by the core; their declarations go out as tuples, of which
// Python makes its own class.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <limits>
#include <string>
#include <tuple>
#include <vector>

#include "woodstock/support/settings.hpp"

// A value of a setting. Numbers without bounds come as well, and are too big for any setting: it is the settings that
// say so, in words.
template <>
struct nanobind::detail::type_caster<woodstock::support::SettingValue> {
  NB_TYPE_CASTER(woodstock::support::SettingValue, const_name("None | bool | int | float | str"))

  bool from_python(handle source, std::uint8_t flags, cleanup_list* cleanup) noexcept {
    if (source.is_none()) {
      value = std::monostate{};
    } else if (PyBool_Check(source.ptr()) != 0) {
      value = source.ptr() == Py_True;
    } else if (PyLong_Check(source.ptr()) != 0) {
      value = number(source);
    } else {
      return from<double>(source, flags, cleanup) || from<std::string>(source, flags, cleanup);
    }
    return true;
  }

  static handle from_cpp(const woodstock::support::SettingValue& given, rv_policy policy,
                         cleanup_list* cleanup) noexcept {
    return std::visit(
        [&]<typename T>(const T& one) -> handle {
          if constexpr (std::is_same_v<T, std::monostate>) {
            return none().release();
          } else {
            return make_caster<T>::from_cpp(one, policy, cleanup);
          }
        },
        given);
  }

 private:
  template <typename T>
  bool from(handle source, std::uint8_t flags, cleanup_list* cleanup) noexcept {
    make_caster<T> caster;
    if (!caster.from_python(source, flags, cleanup)) return false;
    value = caster.operator cast_t<T>();
    return true;
  }

  static woodstock::support::SettingValue number(handle source) noexcept {
    const auto whole = PyLong_AsUnsignedLongLong(source.ptr());
    if (PyErr_Occurred() == nullptr) return std::uint64_t{whole};
    PyErr_Clear();
    const auto real = PyLong_AsDouble(source.ptr());
    if (PyErr_Occurred() == nullptr) return real;
    PyErr_Clear();
    const bool negative = PyObject_RichCompareBool(source.ptr(), int_(0).ptr(), Py_LT) == 1;
    return negative ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
  }
};

namespace woodstock {

using support::GivenSettings;
using support::settings_from;

// Name, kind, help, default, low, high and choices.
using SettingRow = std::tuple<std::string, std::string, std::string, support::SettingValue, support::SettingValue,
                              support::SettingValue, std::vector<std::string>>;

std::vector<SettingRow> rows_of(const std::vector<support::Setting>& settings);

template <typename S>
std::vector<SettingRow> declared() {
  return rows_of(support::settings_of<S>());
}

// How the stub shows it.
inline const nanobind::sig kDeclared("def settings() -> list[_Setting]");

}  // namespace woodstock
