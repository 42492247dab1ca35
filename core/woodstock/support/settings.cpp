#include "woodstock/support/settings.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <span>

namespace woodstock::support {

namespace {

constexpr std::uint64_t kMebibyte = std::uint64_t{1} << 20;
constexpr std::uint64_t kNoBound = ~std::uint64_t{0};

std::string shown(const SettingValue& value) {
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  if (const auto* number = std::get_if<std::uint64_t>(&value)) return std::to_string(*number);
  if (const auto* text = std::get_if<std::string>(&value)) return "'" + *text + "'";
  if (const auto* real = std::get_if<double>(&value)) {
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%.10g", *real);
    return buffer;
  }
  return "none";
}

std::optional<double> real_of(const SettingValue& value) {
  if (const auto* real = std::get_if<double>(&value)) return *real;
  if (const auto* number = std::get_if<std::uint64_t>(&value)) return static_cast<double>(*number);
  return std::nullopt;
}

template <typename T>
bool within(T value, const std::optional<T>& low, const std::optional<T>& high) {
  return (!low || value >= *low) && (!high || value <= *high) && value == value;
}

std::optional<std::uint64_t> whole_of(const SettingValue& value) {
  const auto* number = std::get_if<std::uint64_t>(&value);
  return number == nullptr ? std::nullopt : std::optional(*number);
}

std::string joined(std::span<const std::string> words, const std::string& last) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) out += i + 1 == words.size() ? last : ", ";
    out += words[i];
  }
  return out;
}

// Letters to put in, take out or change (Levenshtein).
std::size_t distance(const std::string& one, const std::string& other) {
  std::vector<std::size_t> row(other.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < one.size(); ++i) {
    auto corner = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < other.size(); ++j) {
      const auto changed = corner + (one[i] == other[j] ? 0 : 1);
      corner = row[j + 1];
      row[j + 1] = std::min({changed, corner + 1, row[j] + 1});
    }
  }
  return row.back();
}

std::string hint(const std::string& name, const std::vector<std::string>& known) {
  if (known.empty()) return "; there are none";
  const auto nearest = std::ranges::min_element(known, {}, [&](const auto& other) { return distance(name, other); });
  const bool near = 3 * distance(name, *nearest) <= std::max(name.size(), nearest->size());
  return (near ? "; did you mean '" + *nearest + "'? The options are " : "; the options are ") + joined(known, " and ");
}

}  // namespace

std::string Setting::range() const {
  if (kind == SettingKind::flag) return "true or false";
  if (kind == SettingKind::choice) return joined(choices, " or ");
  if (kind == SettingKind::text) return "a text";
  std::string out = kind == SettingKind::whole ? "a whole number" : "a number";
  const bool bounded = low.index() != 0, limited = high.index() != 0;
  if (bounded) out += (limited ? " from " : " of at least ") + shown(low);
  if (limited) out += (bounded ? " to " : " of at most ") + shown(high);
  return out;
}

SettingValue Setting::checked(const SettingValue& given) const {
  if (given.index() == 0 && standard.index() == 0) return given;
  const auto* text = std::get_if<std::string>(&given);
  const auto whole = whole_of(given);
  const auto real = real_of(given);
  if (kind == SettingKind::flag && std::holds_alternative<bool>(given)) return given;
  if (kind == SettingKind::text && text != nullptr) return given;
  if (kind == SettingKind::choice && text != nullptr && std::ranges::count(choices, *text) > 0) return given;
  if (kind == SettingKind::whole && whole && within(*whole, whole_of(low), whole_of(high))) return given;
  const bool negative = real && *real < 0.0 && *real == std::floor(*real);
  if (kind == SettingKind::whole && negative && low.index() == 0) return given;
  if (kind == SettingKind::real && real && within(*real, real_of(low), real_of(high))) return *real;
  throw SettingError("option '" + name + "' must be " + range() + ", not " + shown(given));
}

SettingReader& SettingReader::prefer(const std::string& name, SettingValue standard) {
  preferred_[name] = std::move(standard);
  return *this;
}

bool SettingReader::is_given(const std::string& flag) const {
  const auto found = given_.find(flag);
  return found != given_.end() && found->second == SettingValue(true);
}

SettingValue SettingReader::read(Setting setting) {
  if (const auto other = preferred_.find(setting.name); other != preferred_.end()) setting.standard = other->second;
  const auto given = given_.find(setting.name);
  auto value = given == given_.end() ? setting.standard : setting.checked(given->second);
  asked_.push_back(std::move(setting));
  return value;
}

void SettingReader::finish() const {
  std::vector<std::string> known;
  for (const auto& setting : asked_) known.push_back(setting.name);
  for (const auto& [name, value] : given_) {
    if (std::ranges::count(known, name) == 0)
      throw SettingError("there is no option '" + name + "'" + hint(name, known));
  }
}

bool Settings::flag(const char* name, bool standard, const char* help) const {
  if (reader_ == nullptr) return standard;
  return std::get<bool>(reader_->read({name, SettingKind::flag, standard, {}, {}, {}, help}));
}

double Settings::real(const char* name, double standard, double low, double high, const char* help) const {
  if (reader_ == nullptr) return standard;
  return std::get<double>(reader_->read({name, SettingKind::real, standard, low, high, {}, help}));
}

std::optional<std::uint64_t> Settings::number(const char* name, std::optional<std::uint64_t> standard,
                                              std::uint64_t low, std::uint64_t high, const char* help) const {
  if (reader_ == nullptr) return standard;
  const auto usual = standard ? SettingValue(*standard) : SettingValue();
  const auto most = high == kNoBound ? SettingValue() : SettingValue(high);
  return whole_of(reader_->read({name, SettingKind::whole, usual, low, most, {}, help}));
}

std::size_t Settings::chosen(const char* name, std::size_t standard, std::vector<std::string> words,
                             const char* help) const {
  if (reader_ == nullptr) return standard;
  const auto word =
      std::get<std::string>(reader_->read({name, SettingKind::choice, words.at(standard), {}, {}, words, help}));
  return static_cast<std::size_t>(std::ranges::find(words, word) - words.begin());
}

std::uint64_t Settings::seed_setting() const {
  return whole<std::uint64_t>("seed", 0, 0, kNoBound, "the same seed gives the same search");
}

std::uint32_t Settings::threads_setting() const {
  return whole<std::uint32_t>("threads", 1, 1, 256, "number of search threads");
}

std::uint64_t Settings::memory_setting(std::uint64_t standard) const {
  return whole<std::uint64_t>("memory", standard, kMebibyte, kNoBound, "memory limit in bytes");
}

}  // namespace woodstock::support
