// Decoders on codes alone: exact, ball and minimum Hamming.
#pragma once

#include "llcodes/core/code_table.h"
#include "llcodes/core/decoder_base.h"
#include "llcodes/core/nearest_table.h"

namespace llcodes {

/// ED of the paper: one look-up in the hash table.
class ExactDecoder : public DecoderBase {
 public:
  ExactDecoder(const Codebook& codebook, const DecoderOptions& options)
      : DecoderBase(codebook, options), table_(codebook.codes()) {}

  void decode(const Instances& instances, std::span<Decision> decisions) const override;
  void labels(const Instances& instances, std::span<std::int32_t> labels) const override;

 private:
  CodeTable table_;
};

/// The nearest class within a radius, from the table of all codes.
class TableDecoder : public DecoderBase {
 public:
  TableDecoder(const Codebook& codebook, const DecoderOptions& options, int radius)
      : DecoderBase(codebook, options), radius_(radius), table_(codebook.codes()) {}

  void decode(const Instances& instances, std::span<Decision> decisions) const override;
  void labels(const Instances& instances, std::span<std::int32_t> labels) const override;

 private:
  std::int32_t tie_count(NearestEntry entry, CodeView code) const;

  int radius_;
  NearestTable table_;
};

/// The nearest class within a radius, by scanning the codebook: any number of bits.
class ScanDecoder : public DecoderBase {
 public:
  ScanDecoder(const Codebook& codebook, const DecoderOptions& options, int radius)
      : DecoderBase(codebook, options), radius_(radius) {}

  void decode(const Instances& instances, std::span<Decision> decisions) const override;

 private:
  int radius_;
};

}  // namespace llcodes
