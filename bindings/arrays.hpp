// Arrays in are copied once, arrays out own their memory.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <vector>

namespace woodstock {

template <typename T>
using ArrayIn = nanobind::ndarray<const T, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;

template <typename T>
using ArrayOut = nanobind::ndarray<nanobind::numpy, T, nanobind::ndim<1>>;

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

}  // namespace woodstock
