// Objects of the core are used by one call at a time. Calls that let go of the GIL, or call back into Python, would let
// in another: this keeps it waiting, or complains where it would wait for itself.
#pragma once

#include <initializer_list>
#include <vector>

namespace woodstock {

class InUse {
 public:
  // To be made with the GIL held, before it is released. Nulls are passed over.
  explicit InUse(std::initializer_list<const void*> objects);
  explicit InUse(std::vector<const void*> objects);
  ~InUse();
  InUse(const InUse&) = delete;
  InUse& operator=(const InUse&) = delete;

 private:
  std::vector<const void*> objects_;
};

}  // namespace woodstock
