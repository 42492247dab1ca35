// Settings of algorithms. Each is declared once, in one line of a struct: its name, default, range and a line of help.
//
//   struct UcbSettings : support::Settings {
//     using Settings::Settings;
//     double c = real("c", 1.4, 0.0, 1e6, "how much is explored");
//   };
//
// `UcbSettings()` has the defaults, `settings_from<UcbSettings>({{"c", 0.7}})` values that are given by name and
// checked, `settings_of<UcbSettings>()` tells what there is.
#pragma once

#include <concepts>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace woodstock::support {

// A value as callers give it; empty where there is none.
using SettingValue = std::variant<std::monostate, bool, std::uint64_t, double, std::string>;
using GivenSettings = std::map<std::string, SettingValue>;

// A name or a value that a caller got wrong; it says which are right.
class SettingError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

enum class SettingKind : std::uint8_t { flag, whole, real, choice, text };

struct Setting {
  std::string name;
  SettingKind kind;
  SettingValue standard;   // the default; a setting without one may be left empty
  SettingValue low, high;  // of numbers; empty where there is no bound
  std::vector<std::string> choices;
  std::string help;

  // The given value, if it is one that the setting can have.
  SettingValue checked(const SettingValue& given) const;
  // What it can be, in words.
  std::string range() const;
};

// Hands out what was given, and notes which settings were asked for.
class SettingReader {
 public:
  explicit SettingReader(GivenSettings given = {}) : given_(std::move(given)) {}

  // Another default for a setting that is declared elsewhere.
  SettingReader& prefer(const std::string& name, SettingValue standard);
  // Was a flag given, and set?
  bool is_given(const std::string& flag) const;
  SettingValue read(Setting setting);
  // Complains about names that nobody asked for.
  void finish() const;
  const std::vector<Setting>& asked() const { return asked_; }

 private:
  GivenSettings given_, preferred_;
  std::vector<Setting> asked_;
};

// The base of all structs of settings.
class Settings {
 public:
  Settings() = default;
  explicit Settings(SettingReader& reader) : reader_(&reader) {}
  // The reader is there only while members are made.
  Settings(const Settings&) noexcept {}
  Settings& operator=(const Settings&) noexcept { return *this; }

 protected:
  bool flag(const char* name, bool standard, const char* help) const;
  double real(const char* name, double standard, double low, double high, const char* help) const;
  template <std::unsigned_integral T>
  T whole(const char* name, std::uint64_t standard, std::uint64_t low, std::uint64_t high, const char* help) const {
    return static_cast<T>(*number(name, standard, low, high, help));
  }
  // Without a default: what is left empty is found by the algorithm.
  template <std::unsigned_integral T>
  std::optional<T> whole_if_given(const char* name, std::uint64_t low, std::uint64_t high, const char* help) const {
    const auto given = number(name, std::nullopt, low, high, help);
    return given ? std::optional<T>(static_cast<T>(*given)) : std::nullopt;
  }
  // An enumeration whose values are numbered as the words are.
  template <typename E>
  E choice(const char* name, E standard, std::vector<std::string> words, const char* help) const {
    return static_cast<E>(chosen(name, static_cast<std::size_t>(standard), std::move(words), help));
  }
  // Settings that several algorithms share.
  template <typename S>
  S group() const {
    return reader_ == nullptr ? S() : S(*reader_);
  }
  std::uint64_t seed_setting() const;
  std::uint32_t threads_setting() const;
  std::uint64_t memory_setting(std::uint64_t standard = std::uint64_t{1} << 30) const;

 private:
  std::optional<std::uint64_t> number(const char* name, std::optional<std::uint64_t> standard, std::uint64_t low,
                                      std::uint64_t high, const char* help) const;
  std::size_t chosen(const char* name, std::size_t standard, std::vector<std::string> words, const char* help) const;

  SettingReader* reader_ = nullptr;
};

template <typename S>
S settings_from(GivenSettings given) {
  SettingReader reader(std::move(given));
  S settings(reader);
  reader.finish();
  return settings;
}

template <typename S>
std::vector<Setting> settings_of() {
  SettingReader reader;
  S settings(reader);
  return reader.asked();
}

}  // namespace woodstock::support
