#include "llcodes/learn/ranks.h"

#include <gtest/gtest.h>

#include <map>
#include <stdexcept>

namespace llcodes {
namespace {

Ranks ranks(std::map<std::string, std::string> variables) {
  return ranks_from([&](const char* name) {
    const auto found = variables.find(name);
    return found == variables.end() ? std::string() : found->second;
  });
}

TEST(Ranks, APlainProcessIsAlone) {
  const Ranks alone = ranks({});
  EXPECT_TRUE(alone.is_alone());
  EXPECT_TRUE(alone.is_first());
  EXPECT_TRUE(ranks({{"SLURM_NTASKS", "4"}, {"SLURM_PROCID", "0"}}).is_alone())
      << "a shell of salloc, not a step of srun";
}

TEST(Ranks, EveryLaunchersVariablesAreRead) {
  const std::map<std::string, std::string> meeting = {{"MASTER_ADDR", "node1"},
                                                      {"MASTER_PORT", "1234"}};
  for (std::map<std::string, std::string> variables :
       {std::map<std::string, std::string>{{"RANK", "3"}, {"WORLD_SIZE", "4"}, {"LOCAL_RANK", "1"},
                                           {"LOCAL_WORLD_SIZE", "2"}},
        {{"OMPI_COMM_WORLD_RANK", "3"}, {"OMPI_COMM_WORLD_SIZE", "4"},
         {"OMPI_COMM_WORLD_LOCAL_RANK", "1"}, {"OMPI_COMM_WORLD_LOCAL_SIZE", "2"}},
        {{"SLURM_PROCID", "3"}, {"SLURM_STEP_NUM_TASKS", "4"}, {"SLURM_LOCALID", "1"},
         {"SLURM_NTASKS_PER_NODE", "2"}}}) {
    variables.insert(meeting.begin(), meeting.end());
    const Ranks found = ranks(variables);
    EXPECT_EQ(found.rank, 3);
    EXPECT_EQ(found.size, 4);
    EXPECT_EQ(found.local_rank, 1);
    EXPECT_EQ(found.local_size, 2);
    EXPECT_EQ(found.host, "node1");
    EXPECT_EQ(found.port, 1234);
  }
}

TEST(Ranks, BadVariablesAreNamed) {
  const auto expect = [](std::map<std::string, std::string> variables, const char* word) {
    try {
      ranks(std::move(variables));
      ADD_FAILURE() << word;
    } catch (const std::invalid_argument& error) {
      EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << error.what();
    }
  };
  expect({{"WORLD_SIZE", "2"}, {"RANK", "2"}, {"MASTER_ADDR", "x"}}, "RANK");
  expect({{"WORLD_SIZE", "two"}}, "WORLD_SIZE");
  expect({{"WORLD_SIZE", "2"}, {"RANK", "0"}}, "MASTER_ADDR");
  expect({{"WORLD_SIZE", "2"}, {"MASTER_ADDR", "x"}, {"MASTER_PORT", "70000"}}, "MASTER_PORT");
}

}  // namespace
}  // namespace llcodes
