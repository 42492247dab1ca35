// Settings from Python come as a dictionary and are checked by the core; their declarations go out as tuples, of which
// Python makes its own class.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <tuple>
#include <vector>

#include "woodstock/support/settings.hpp"

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
