#include "woodstock/search/cfr/extensive_form.hpp"

#include <algorithm>

#include "woodstock/machine/outcome.hpp"
#include "woodstock/machine/random_play.hpp"

namespace woodstock::search::cfr {

class ExtensiveForm::Builder {
 public:
  Builder(const machine::Machine& machine, std::optional<std::uint32_t> chance, const belief::Information& information,
          const FormLimits& limits)
      : own_(machine.fork()),
        machine_(*own_),
        information_(information),
        limits_(limits),
        time_limit_(limits.deadline, limits.stop),
        policy_(machine),
        legal_(machine.roles()),
        infos_(machine.roles()),
        outcome_(machine.roles()) {
    form_->roles_ = machine.roles();
    form_->chance_ = chance;
  }

  std::unique_ptr<ExtensiveForm> run() {
    auto level = belief::certain(machine_.initial(), information_.start());
    while (!level.empty()) {
      const auto next_first = form_->positions() + level.size();
      belief::ParticleGathering below(words(), machine_.roles());
      for (std::size_t at = 0; at < level.size(); ++at) {
        if (!add(level, at, next_first, below)) return nullptr;
      }
      form_->level_first_.push_back(next_first);
      level = below.take();
    }
    return std::move(form_);
  }

 private:
  std::uint32_t words() const { return machine_.state_words(); }

  // A position and its children, which are numbered from `next_first` on; false when there is no more room or time.
  bool add(const belief::Particles& level, std::size_t at, std::size_t next_first, belief::ParticleGathering& below) {
    machine_.set_state(level.state(at));
    form_->utility_of_.push_back(0);
    form_->outcomes_.push_back(1);
    form_->sets_of_.insert(form_->sets_of_.end(), machine_.roles(), kNone);
    const bool over = machine_.terminal();
    bool broken = false;
    for (std::uint32_t role = 0; role < machine_.roles() && !over; ++role) {
      legal_[role].clear();
      for_each_legal(machine_, role, [&](std::uint32_t move) { legal_[role].push_back(move); });
      broken = broken || legal_[role].empty();
    }
    if (over || broken) {
      add_end(over);
    } else {
      add_sets(level.infos(at));
      if (!add_children(level, at, next_first, below)) return false;
    }
    form_->first_.push_back(form_->children_.size());
    return true;
  }

  void add_end(bool over) {
    policy_.outcome(machine_, over, outcome_);
    form_->utility_of_.back() = static_cast<std::uint32_t>(form_->utilities_.size() / machine_.roles());
    form_->utilities_.insert(form_->utilities_.end(), outcome_.begin(), outcome_.end());
  }

  void add_sets(std::span<const belief::Info> infos) {
    for (std::uint32_t role = 0; role < machine_.roles(); ++role) {
      const auto& own = legal_[role];
      if (role == form_->chance_) {
        form_->outcomes_.back() = static_cast<std::uint32_t>(own.size());
      } else if (own.size() > 1) {
        const auto number = static_cast<std::uint32_t>(form_->sets_.size());
        const auto [entry, fresh] = form_->numbers_.emplace(belief::information_set(role, infos[role], own), number);
        if (fresh) {
          form_->sets_.push_back({role, infos[role], static_cast<std::uint32_t>(form_->moves_.size()),
                                  static_cast<std::uint32_t>(own.size())});
          form_->moves_.insert(form_->moves_.end(), own.begin(), own.end());
        }
        form_->sets_of_[form_->sets_of_.size() - machine_.roles() + role] = entry->second;
      }
    }
  }

  bool add_children(const belief::Particles& level, std::size_t at, std::size_t next_first,
                    belief::ParticleGathering& below) {
    std::vector<std::size_t> places(legal_.size(), 0);
    std::vector<std::uint32_t> joint_move(legal_.size());
    std::vector<machine::Percept> seen;
    for (bool more = true; more;) {
      for (std::size_t role = 0; role < legal_.size(); ++role) joint_move[role] = legal_[role][places[role]];
      machine_.set_state(level.state(at));
      if (information_.hidden()) seen = machine_.percepts(joint_move);
      machine_.advance(joint_move);
      std::ranges::copy(level.infos(at), infos_.begin());
      information_.step(infos_, joint_move, seen);
      const auto child = next_first + below.add(machine_.state(), infos_, 1.0);
      if (child >= limits_.positions || form_->children_.size() >= 16 * limits_.positions || time_limit_.over()) {
        return false;
      }
      form_->children_.push_back(static_cast<std::uint32_t>(child));
      auto role = legal_.size();
      while (role-- > 0 && ++places[role] == legal_[role].size()) places[role] = 0;
      more = role != ~std::size_t{0};
    }
    return true;
  }

  std::unique_ptr<machine::Machine> own_;
  machine::Machine& machine_;
  const belief::Information& information_;
  const FormLimits& limits_;
  support::TimeLimit time_limit_;
  machine::OutcomePolicy policy_;
  std::vector<std::vector<std::uint32_t>> legal_;
  std::vector<belief::Info> infos_;
  std::vector<double> outcome_;
  std::unique_ptr<ExtensiveForm> form_ = std::make_unique<ExtensiveForm>();
};

std::unique_ptr<ExtensiveForm> ExtensiveForm::build(const machine::Machine& machine,
                                                    std::optional<std::uint32_t> chance,
                                                    const belief::Information& information, const FormLimits& limits) {
  return Builder(machine, chance, information, limits).run();
}

}  // namespace woodstock::search::cfr
