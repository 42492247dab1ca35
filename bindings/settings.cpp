#include "settings.hpp"

#include <algorithm>
#include <exception>
#include <iterator>

namespace nb = nanobind;
using namespace woodstock;
using support::Setting;

namespace {

constexpr const char* kKinds[] = {"flag", "whole", "real", "choice", "text"};

void make(Setting* self, std::string name, const std::string& kind, std::string help, support::SettingValue standard,
          support::SettingValue low, support::SettingValue high, std::vector<std::string> choices) {
  const auto* found = std::ranges::find(kKinds, kind);
  if (found == std::end(kKinds)) throw nb::value_error("a setting is a flag, a whole, a real, a choice or a text");
  new (self) Setting{std::move(name),     static_cast<support::SettingKind>(found - kKinds),
                     std::move(standard), std::move(low),
                     std::move(high),     std::move(choices),
                     std::move(help)};
}

GivenSettings read_all(const std::vector<Setting>& settings, GivenSettings given) {
  support::SettingReader reader(std::move(given));
  GivenSettings out;
  for (const auto& setting : settings) out[setting.name] = reader.read(setting);
  reader.finish();
  return out;
}

// The class is Python's own, so that it is one of the errors that users see as a line.
void translate(const std::exception_ptr& pointer, void*) {
  try {
    std::rethrow_exception(pointer);
  } catch (const support::SettingError& error) {
    const auto type = nb::module_::import_("woodstock.errors").attr("SettingError");
    PyErr_SetString(type.ptr(), error.what());
  }
}

}  // namespace

void bind_settings(nb::module_& module) {
  nb::register_exception_translator(&translate);
  nb::class_<Setting>(module, "Setting")
      .def("__init__", &make, nb::arg("name"), nb::arg("kind"), nb::arg("help"), nb::arg("default").none(),
           nb::arg("low") = nb::none(), nb::arg("high") = nb::none(), nb::arg("choices") = std::vector<std::string>())
      .def_ro("name", &Setting::name)
      .def_prop_ro("kind", [](const Setting& setting) { return kKinds[static_cast<int>(setting.kind)]; })
      .def_ro("default", &Setting::standard)
      .def_ro("low", &Setting::low)
      .def_ro("high", &Setting::high)
      .def_ro("choices", &Setting::choices)
      .def_ro("help", &Setting::help)
      .def_prop_ro("range", &Setting::range);
  module.def("read_settings", &read_all, nb::arg("settings"), nb::arg("given"));
}
