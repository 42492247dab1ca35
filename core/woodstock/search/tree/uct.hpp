// UCT (Kocsis and Szepesvari 2006), for any number of players (Sturtevant 2008). Classic, it is that and no more.
#pragma once

#include "woodstock/search/tree/search.hpp"

namespace woodstock::search::tree {

struct UctSettings : support::Settings {
  using Settings::Settings;
  double c = real("c", 0.4, 0.0, 1e6, "exploration constant: c sqrt(ln n / n_i), times the spread of a role's goals");
  bool classic = flag("classic", false, "UCT as in the papers: no shared transpositions, no solved positions");
  TreeSettings tree = group<TreeSettings>();
};

class Uct final : public TreeSearch {
 public:
  Uct(const machine::Machine& machine, std::optional<std::uint32_t> chance, const UctSettings& options);

 private:
  std::uint32_t choose(Worker& own, const TreeNode& node, const Arms& arms) override;

  double c_;
};

}  // namespace woodstock::search::tree
