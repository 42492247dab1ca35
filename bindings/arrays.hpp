// Arrays in are copied once, arrays out own their memory.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace woodstock {

template <typename T>
using ArrayIn = nanobind::ndarray<const T, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;

template <typename T>
using ArrayOut = nanobind::ndarray<nanobind::numpy, T, nanobind::ndim<1>>;

// What has several parts, by name.
using Named = nanobind::typed<nanobind::dict, nanobind::str, nanobind::any>;

template <typename T>
std::vector<T> copy_in(const ArrayIn<T>& array) {
  return std::vector<T>(array.data(), array.data() + array.size());
}

template <typename T>
ArrayOut<T> hand_out(std::vector<T> values) {
  auto* kept = new std::vector<T>(std::move(values));
  nanobind::capsule owner(kept, [](void* memory) noexcept { delete static_cast<std::vector<T>*>(memory); });
  const std::size_t shape[1] = {kept->size()};
  return ArrayOut<T>(kept->data(), 1, shape, owner);
}

// States from Python are bitsets over the fluents; bits beyond the last fluent show that they belong elsewhere.
inline void check_state(const std::uint64_t* words, std::uint32_t fluents) {
  const auto left = fluents % 64;  // fluents in the last word, if it is not full
  if (left != 0 && words[fluents / 64] >> left != 0) throw nanobind::value_error("this state belongs to another game");
}

}  // namespace woodstock
