// Settings from Python come as a dictionary and are checked by the core; see support/settings.hpp.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "woodstock/support/settings.hpp"

namespace woodstock {

using support::GivenSettings;
using support::settings_from;
using support::settings_of;

}  // namespace woodstock
