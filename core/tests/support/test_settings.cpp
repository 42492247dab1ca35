#include "woodstock/support/settings.hpp"

#include <cmath>

#include "harness.hpp"

using namespace woodstock::support;

namespace {

enum class Colour : std::uint8_t { red, green };

struct Inner : Settings {
  using Settings::Settings;
  std::uint64_t seed = seed_setting();
};

struct Outer : Settings {
  using Settings::Settings;
  double share = real("share", 0.5, 0.0, 1.0, "a share");
  std::uint32_t count = whole<std::uint32_t>("count", 7, 1, 100, "a count");
  std::optional<std::uint32_t> width = whole_if_given<std::uint32_t>("width", 1, 8, "found if it is not given");
  bool plain = flag("plain", false, "yes or no");
  Colour colour = choice("colour", Colour::green, {"red", "green"}, "a colour");
  Inner inner = group<Inner>();
};

struct Other : Outer {
  Other() { share = 0.25; }
  explicit Other(SettingReader& reader) : Outer(reader.prefer("share", 0.25)) {}
};

std::string complaint(GivenSettings given) {
  try {
    settings_from<Outer>(std::move(given));
  } catch (const SettingError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST("settings have their defaults, with and without a reader") {
  for (const auto& own : {Outer(), settings_from<Outer>({})}) {
    CHECK_EQ(own.share, 0.5);
    CHECK_EQ(own.count, 7U);
    CHECK(!own.width && !own.plain && own.colour == Colour::green);
    CHECK_EQ(own.inner.seed, 0U);
  }
}

TEST("settings take what is given by name, also in a group, and keep it in copies") {
  const auto own = settings_from<Outer>({{"share", std::uint64_t{1}},
                                         {"width", std::uint64_t{8}},
                                         {"plain", true},
                                         {"colour", "red"},
                                         {"seed", ~std::uint64_t{0}}});
  const auto copy = own;
  CHECK_EQ(copy.share, 1.0);
  CHECK_EQ(copy.width.value_or(0), 8U);
  CHECK(copy.plain && copy.colour == Colour::red);
  CHECK_EQ(copy.inner.seed, ~std::uint64_t{0});
  CHECK(!settings_from<Outer>({{"width", SettingValue()}}).width);
}

TEST("a wrong value gets an error that says the range, a wrong name one that says the names") {
  CHECK_EQ(complaint({{"count", std::uint64_t{0}}}), "option 'count' must be a whole number from 1 to 100, not 0");
  CHECK_EQ(complaint({{"count", 2.0}}), "option 'count' must be a whole number from 1 to 100, not 2");
  CHECK_EQ(complaint({{"count", SettingValue()}}), "option 'count' must be a whole number from 1 to 100, not none");
  CHECK_EQ(complaint({{"count", "x"}}), "option 'count' must be a whole number from 1 to 100, not 'x'");
  CHECK_EQ(complaint({{"share", std::nan("")}}), "option 'share' must be a number from 0 to 1, not nan");
  CHECK_EQ(complaint({{"plain", std::uint64_t{2}}}), "option 'plain' must be true or false, not 2");
  CHECK_EQ(complaint({{"colour", "blue"}}), "option 'colour' must be red or green, not 'blue'");
  const std::string all = "share, count, width, plain, colour and seed";
  CHECK_EQ(complaint({{"shares", 0.1}}), "there is no option 'shares'; did you mean 'share'? The options are " + all);
  CHECK_EQ(complaint({{"zzz", 0.1}}), "there is no option 'zzz'; the options are " + all);
}

TEST("declarations tell name, default, range and help in the order of the struct") {
  const auto all = settings_of<Outer>();
  CHECK_EQ(all.size(), 6U);
  CHECK_EQ(all[1].name, "count");
  CHECK_EQ(std::get<std::uint64_t>(all[1].standard), 7U);
  CHECK_EQ(all[1].range(), "a whole number from 1 to 100");
  CHECK_EQ(all[1].help, "a count");
  CHECK_EQ(all[2].standard.index(), 0U);
  CHECK_EQ(all[5].name, "seed");
}

TEST("another default is what is declared, and gives way to what is given") {
  CHECK_EQ(std::get<double>(settings_of<Other>()[0].standard), 0.25);
  CHECK_EQ(settings_from<Other>({}).share, 0.25);
  CHECK_EQ(settings_from<Other>({{"share", 0.75}}).share, 0.75);
}
