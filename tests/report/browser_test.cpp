// The page in a real browser: everything is drawn, nothing complains, and it can be used.
#include "browser.h"

#include <gtest/gtest.h>

#include <memory>
#include <regex>

#include "llcodes/core/encoded_set.h"
#include "llcodes/core/file.h"
#include "llcodes/report/report.h"
#include "small_run.h"
#include "tests/core/testing.h"

namespace llcodes::test {
namespace {

using nlohmann::json;

const std::string kHostile =
    "<img src=x onerror=\"window.hacked=1\"><script>window.hacked=1</script>";

/// One browser for all tests: starting it takes longer than any of them.
class BrowserPage : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    if (Browser::find().empty()) return;
    folder_ = std::make_unique<testing::TemporaryFolder>();
    std::vector<std::string> names = small_codebook().class_names();
    names.back() = kHostile;
    write_small_run({.class_names = names, .folder = folder_->path()});
    write_report({folder_->path(), page(), small_pictures()});
    browser_ = std::make_unique<Browser>(folder_->path());
  }
  static void TearDownTestSuite() {
    browser_.reset();
    folder_.reset();
  }
  void SetUp() override {
    if (!browser_) GTEST_SKIP() << "there is no Chromium: apt-get install chromium";
  }

  static std::filesystem::path page() { return *folder_ / "report.html"; }
  static json ask(const std::string& expression) { return browser_->evaluate(expression); }
  static std::string quiet() {
    std::string all;
    for (const std::string& line : browser_->console()) all += line + "\n";
    return all;
  }
  /// Lets scroll handlers and observers do their work.
  static void settle() {
    ask("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))");
  }
  static void click_on(const std::string& selector) {
    const std::string find = "document.querySelector('" + selector + "')";
    ask(find + ".scrollIntoView({block: 'center', behavior: 'instant'})");
    const json box =
        ask("(() => { const b = " + find +
            ".getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2] })()");
    browser_->click(box[0], box[1]);
    settle();
  }

  static std::unique_ptr<testing::TemporaryFolder> folder_;
  static std::unique_ptr<Browser> browser_;
};

std::unique_ptr<testing::TemporaryFolder> BrowserPage::folder_;
std::unique_ptr<Browser> BrowserPage::browser_;

const char* const kEmptyFigures =
    "[...document.querySelectorAll('figure')].filter(f => !f.querySelector('svg, canvas, "
    ".picture'))"
    ".map(f => f.querySelector('h3').textContent)";
/// Charts with no line, bar or pixel in them.
const char* const kBlankDrawings =
    "[...document.querySelectorAll('figure svg')].filter(s => !s.querySelector('path[d], "
    "rect')).length"
    " + [...document.querySelectorAll('figure canvas')].filter(c => !c.getContext('2d')"
    ".getImageData(0, 0, c.width, c.height).data.some(v => v)).length";

TEST_F(BrowserPage, DrawsEveryFigureWithoutAWordOnTheConsole) {
  browser_->open(page());
  EXPECT_EQ(quiet(), "");
  EXPECT_EQ(ask("[...document.querySelectorAll('main > section')].map(s => s.id)"),
            (json{"opening", "reading", "results", "confusion", "retrieval", "outsiders", "tree",
                  "heat-map", "splits", "codes", "training", "speed"}));
  EXPECT_EQ(ask(kEmptyFigures), json::array());
  EXPECT_EQ(ask(kBlankDrawings), 0);
  EXPECT_GE(ask("document.querySelectorAll('figure').length").get<int>(), 14);
  EXPECT_FALSE(std::regex_search(ask("document.body.innerText").get<std::string>(),
                                 std::regex("undefined|NaN|\\[object")));
}

/// A run of codes alone, trained for one epoch a phase.
std::filesystem::path write_bare_run(const std::filesystem::path& folder) {
  write_small_run({.class_names = {}, .folder = folder});
  for (const char* name : {"linear.llc", "train-codes.llc"}) {
    std::filesystem::remove(folder / name);
  }
  for (const char* name : {"test-codes.llc", "ood-codes.llc"}) {
    EncodedSet set = EncodedSet::load(folder / name);
    set.projections.clear();
    set.features.clear();
    set.save(folder / name);
  }
  std::vector<std::string> lines = read_lines(folder / "metrics.jsonl");
  write_atomically(folder / "metrics.jsonl", lines.front() + "\n" + lines.back() + "\n");
  write_report({folder, folder / "report.html", {}});
  return folder / "report.html";
}

TEST_F(BrowserPage, ARunThatLacksMuchIsDrawnToo) {
  const testing::TemporaryFolder folder;
  browser_->open(write_bare_run(folder.path()));
  EXPECT_EQ(quiet(), "");
  EXPECT_EQ(
      ask("[...document.querySelectorAll('main > section')].map(s => s.id)"),
      (json{"opening", "results", "confusion", "outsiders", "tree", "codes", "training", "speed"}));
  EXPECT_EQ(ask(kBlankDrawings), 0);
  EXPECT_EQ(ask("document.querySelectorAll('#training figure').length"), 1);
  EXPECT_FALSE(std::regex_search(ask("document.body.innerText").get<std::string>(),
                                 std::regex("undefined|NaN|null|\\[object")));
  EXPECT_EQ(ask("document.querySelector('#outsiders tr.default .decoder').textContent"),
            "Within 1 bit (default)");
}

TEST_F(BrowserPage, NamesAreTextNeverMarkup) {
  browser_->open(page());
  EXPECT_TRUE(ask("window.hacked === undefined"));
  EXPECT_EQ(ask("document.querySelectorAll('img, main script').length"), 0);
}

TEST_F(BrowserPage, FiguresCanBeReadWithoutSeeingThem) {
  browser_->open(page());
  EXPECT_EQ(ask("[...document.querySelectorAll('figure')].filter(f => "
                "!f.querySelector('figcaption')?.textContent.trim()).length"),
            0);
  EXPECT_EQ(ask("[...document.querySelectorAll('svg, .area canvas, .picture')].filter(e => "
                "e.closest('[aria-hidden]') === null && e.getAttribute('role') === 'img' && "
                "!e.getAttribute('aria-label')).length"),
            0);
  EXPECT_EQ(
      ask("[...document.querySelectorAll('button, input')].filter(e => !(e.textContent.trim() "
          "|| e.getAttribute('aria-label') || e.labels?.length)).length"),
      0);
  EXPECT_EQ(ask("document.querySelectorAll('h1').length"), 1);
  EXPECT_EQ(
      ask("(() => { const ids = [...document.querySelectorAll('[id]')].map(e => e.id); return "
          "ids.length - new Set(ids).size })()"),
      0);
}

TEST_F(BrowserPage, HeadingsLeaveOutNoLevel) {
  browser_->open(page());
  EXPECT_EQ(ask("[...document.querySelectorAll('h1, h2, h3, h4')].map(e => [+e.tagName[1], "
                "e.textContent]).filter(([level], at, all) => at && level > all[at - 1][0] + 1)"),
            json::array());
}

TEST_F(BrowserPage, NoAxisHasTwoTicksOfOneName) {
  browser_->open(page());
  EXPECT_EQ(ask("[...document.querySelectorAll('svg .grid')].map(g => [...g.querySelectorAll("
                "'text')].map(t => t.textContent)).filter(t => new Set(t).size < t.length)"),
            json::array());
  EXPECT_GE(ask("[...document.querySelectorAll('#results svg .grid')].at(-1)"
                ".querySelectorAll('text').length")
                .get<int>(),
            3);
}

TEST_F(BrowserPage, TicksFitTheirRange) {
  browser_->open(page());
  const auto ticks = [](const std::string& domain) {
    return ask("modules['axes.js'].logScale(" + domain + ", [0, 1]).ticks(8)");
  };
  EXPECT_EQ(ticks("[1, 1.57]"), (json{1, 1.2, 1.5}));
  EXPECT_EQ(ticks("[1, 60]"), (json{1, 2, 5, 10, 20, 50}));
  EXPECT_EQ(ticks("[1, 1000]"), (json{1, 10, 100, 1000}));
  EXPECT_EQ(ask("[0, 0.005, 0.01].map(tick => modules['format.js'].percentAxis(2)(tick, 0.005))"),
            (json{"0.0\u00a0%", "0.5\u00a0%", "1.0\u00a0%"}));
  EXPECT_EQ(ask("modules['axes.js'].tightDomain([0.9545, 0.968], 1).map(end => end.toFixed(2))"),
            (json{"0.94", "1.00"}));
}

TEST_F(BrowserPage, NumbersHaveTheDigitsThatSaySomething) {
  browser_->open(page());
  EXPECT_EQ(ask("[0.47, 1.84, 58, 99.7, 187, 996, 999.7, 2340, 187000, 2e6].map("
                "modules['format.js'].time)"),
            (json{"0.47 ns", "1.8 ns", "58 ns", "100 ns", "190 ns", "1,000 ns", "1 µs", "2.3 µs",
                  "190 µs", "2 ms"}));
  EXPECT_EQ(ask("[0, 50 / 2 ** 20, 60 / 1024, 1].map(modules['format.js'].finePercent)"),
            (json{"0.00\u00a0%", "0.0048\u00a0%", "5.86\u00a0%", "100.00\u00a0%"}));
  EXPECT_EQ(ask("modules['format.js'].bytes(8192)"), "8.19\u00a0kB");
}

TEST_F(BrowserPage, LegendsDoNotCoverEachOther) {
  browser_->open(page(), {.width = 360});
  EXPECT_GE(ask("document.querySelectorAll('text.legend').length").get<int>(), 4);
  EXPECT_EQ(ask("[...document.querySelectorAll('figure svg')].flatMap(svg => [...svg"
                ".querySelectorAll('text.legend')].map(t => t.getBoundingClientRect()).filter((a, "
                "at, all) => a.right > svg.getBoundingClientRect().right || all.slice(at + 1).some("
                "b => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom"
                "))).length"),
            0);
}

TEST_F(BrowserPage, TheAxisIsSaidToBeginAboveZeroOnlyWhereItDoes) {
  browser_->open(page());
  EXPECT_EQ(ask("document.querySelector('#training figcaption').textContent.includes('does not "
                "begin at zero')"),
            ask("!document.querySelector('#training .grid').textContent.startsWith('0')"));
}

TEST_F(BrowserPage, NamesOfPhasesDoNotCoverEachOther) {
  for (const int width : {1280, 390}) {
    browser_->open(page(), {.width = width});
    EXPECT_EQ(ask("document.querySelectorAll('#training .mark text').length"), 3);
    EXPECT_EQ(
        ask("[...document.querySelectorAll('#training .mark text')].map(t => "
            "t.getBoundingClientRect()).filter((a, at, all) => all.slice(at + 1).some(b => a.left "
            "< b.right && b.left < a.right && a.top + 3 < b.bottom && b.top + 3 < "
            "a.bottom)).length"),
        0);
  }
}

TEST_F(BrowserPage, WhatIsSaidOfStrangersComesFromTheData) {
  browser_->open(page());
  const std::string story = ask("document.querySelector('#outsiders p').textContent");
  const json shares =
      ask("(() => { const { ood, codes } = JSON.parse(document.getElementById('bundle')"
          ".textContent); return [codes.unique_codes / 2 ** codes.num_bits, ood.accepted.ood[0],"
          " ood.known_kept, 1 - ood.strangers_kept].map((share, at) => (100 * share).toFixed(at ?"
          " 1 : 2)) })()");
  for (const json& share : shares) {
    EXPECT_NE(story.find(share.get<std::string>()), std::string::npos) << story << share;
  }
  EXPECT_EQ(ask("[...document.querySelectorAll('#outsiders tr.default .decoder')].map(e => "
                "e.textContent)"),
            (json{"Code probability (default)"}));
}

TEST_F(BrowserPage, TheOpeningNamesItsDecodersAndTheLinearClassifier) {
  browser_->open(page());
  const std::string opening = ask("document.querySelector('#opening').innerText");
  for (const char* part : {"right, soft decoding", "after the network", "A linear classifier"}) {
    EXPECT_NE(opening.find(part), std::string::npos) << part;
  }
}

TEST_F(BrowserPage, ATableOpensUnderItsFigure) {
  browser_->open(page());
  click_on("#training .numbers summary");
  EXPECT_EQ(ask("document.querySelectorAll('#training .numbers tbody tr').length"), 7);
  EXPECT_EQ(ask("document.querySelectorAll('#training .numbers').length"), 2);
}

TEST_F(BrowserPage, ATieIsCalledATieAndAWrongAnswerShowsItsCode) {
  browser_->open(page());
  const json kinds =
      ask("JSON.parse(document.getElementById('bundle').textContent).reading.map(e => e.kind)");
  for (std::size_t at = 0; at < kinds.size(); ++at) {
    click_on(".pick:nth-child(" + std::to_string(at + 1) + ")");
    const std::string nearest = ask("document.querySelectorAll('.answers li')[1].textContent");
    EXPECT_EQ(nearest.find("tie") != std::string::npos, kinds[at] == "tie") << nearest;
    if (kinds[at] != "wrong") continue;
    EXPECT_GE(ask("document.querySelectorAll('.code-rows .bits').length").get<int>(), 3);
  }
}

TEST_F(BrowserPage, AnExampleIsChosenByClick) {
  browser_->open(page());
  const json before = ask("document.querySelector('.reading-name').textContent");
  click_on(".pick:last-child");
  EXPECT_NE(ask("document.querySelector('.reading-name').textContent"), before);
  EXPECT_EQ(ask("[...document.querySelectorAll('.pick[aria-pressed=true]')].length"), 1);
  EXPECT_EQ(ask(kBlankDrawings), 0);
}

const char* const kBitShown =
    "['.bit-summary', '#splits .split', '#splits .area svg'].map(part => "
    "document.querySelector(part).outerHTML)";

TEST_F(BrowserPage, ABitIsChosenByClick) {
  browser_->open(page());
  EXPECT_EQ(ask("document.querySelectorAll('.bit-choice input').length"), 10);
  EXPECT_EQ(ask("document.querySelector('.bit-summary b').textContent"), "Bit 1");
  const json before = ask(kBitShown);
  click_on(".bit-choice label:nth-of-type(7)");
  EXPECT_EQ(ask("document.querySelector('.bit-summary b').textContent"), "Bit 7");
  const json after = ask(kBitShown);
  for (std::size_t part = 0; part < 3; ++part) EXPECT_NE(before[part], after[part]);
  EXPECT_EQ(ask(kBlankDrawings), 0);
  EXPECT_EQ(quiet(), "");
}

TEST_F(BrowserPage, ABitIsChosenByArrowKeys) {
  browser_->open(page());
  ask("document.querySelector('.bit-choice input').focus()");
  for (int times = 0; times < 2; ++times) browser_->press("ArrowRight");
  settle();
  EXPECT_EQ(ask("document.querySelector('.bit-summary b').textContent"), "Bit 3");
  EXPECT_EQ(ask("document.activeElement.getAttribute('aria-label')"), "bit 3");
  browser_->press("ArrowLeft");
  settle();
  EXPECT_EQ(ask("document.querySelector('.bit-summary b').textContent"), "Bit 2");
  EXPECT_EQ(quiet(), "");
}

TEST_F(BrowserPage, TheSidesOfABitAreThoseOfTheBundle) {
  browser_->open(page());
  click_on(".bit-choice label:nth-of-type(4)");
  const json wanted = ask(
      "(() => { const { bits, codes } = JSON.parse(document.getElementById('bundle')"
      ".textContent), { minus, plus } = bits.bits[3]; const stray = (list, bit) => list.filter("
      "one => codes.codes[one.label][3] !== bit).length; return [minus.surest.length, "
      "minus.unsure.length + plus.unsure.length, plus.surest.length, stray(minus.surest, '0') + "
      "stray(minus.unsure, '0') + stray(plus.surest, '1') + stray(plus.unsure, '1')] })()");
  EXPECT_EQ(ask("[...document.querySelectorAll('#splits .strip')].map(e => e.children.length)"),
            (json{wanted[0], wanted[1], wanted[2]}));
  EXPECT_EQ(ask("document.querySelectorAll('#splits .other').length"), wanted[3]);
  EXPECT_GT(wanted[3].get<int>(), 0);
  // From the surest 0 at the left over the least sure to the surest 1 at the right.
  EXPECT_TRUE(
      ask("[...document.querySelectorAll('#splits .strip li')].map(e => [e.getBoundingClientRect()"
          ".left, parseFloat(e.textContent)]).sort((a, b) => a[0] - b[0] || "
          "a[1] - b[1]).every(([, value], at, all) => !at || value >= all[at - 1][1])"));
  click_on("#splits .numbers summary");
  EXPECT_EQ(ask("document.querySelectorAll('#splits .numbers tbody tr').length"), 10);
}

/// Sixty names that no column is wide enough for.
std::vector<std::string> long_names() {
  std::vector<std::string> names = small_codebook().class_names();
  for (std::string& name : names) name += "_is_the_name_of_a_class_thatmaynotbebrokenanywhereatall";
  return names;
}

TEST_F(BrowserPage, WithoutPicturesNamesTakeTheirPlace) {
  const testing::TemporaryFolder folder;
  write_small_run({.class_names = long_names(), .folder = folder.path()});
  write_report({folder.path(), folder.path() / "report.html", {}});
  for (const int width : {1280, 360}) {
    browser_->open(folder.path() / "report.html", {.width = width});
    EXPECT_EQ(ask("document.querySelectorAll('.no-picture, .picture, #splits .strip').length"), 0);
    EXPECT_EQ(ask("document.querySelectorAll('#splits .split-0 .class-name').length"), 12);
    EXPECT_GE(
        ask("document.querySelectorAll('#splits .split-middle .class-name').length").get<int>(), 5);
    EXPECT_EQ(ask("[...document.querySelectorAll('.pick')].filter(e => !e.textContent).length"), 0);
    EXPECT_GT(ask("document.querySelectorAll('.strip li').length").get<int>(), 0);
    EXPECT_EQ(ask("[...document.querySelectorAll('.strip li')].filter(e => "
                  "!e.querySelector('.instance')?.textContent).length"),
              0);
    EXPECT_EQ(ask("[...document.querySelectorAll('.card, .asked, .found li, .strip li, .pick, "
                  ".split-side')].filter(e => e.scrollWidth > e.clientWidth + 1).length"),
              0);
    EXPECT_LE(ask("document.documentElement.scrollWidth - innerWidth").get<int>(), 0);
    EXPECT_EQ(quiet(), "");
  }
}

TEST_F(BrowserPage, AClassIsFoundInTheTree) {
  browser_->open(page());
  click_on("#class-search");
  for (const char* letter : {"b", "c"}) browser_->press(letter);
  ask("document.querySelector('.tree-controls form').requestSubmit()");
  settle();
  const std::string chosen = ask("document.querySelector('.chosen').textContent");
  EXPECT_TRUE(chosen.starts_with("bc")) << chosen;
  EXPECT_EQ(ask("document.querySelectorAll('.chosen .bits i').length"), 10);
  ask("document.querySelector('#class-search').value = 'zzz';"
      "document.querySelector('.tree-controls form').requestSubmit()");
  EXPECT_EQ(ask("document.querySelector('.chosen').textContent"), "There is no class named “zzz”.");
}

TEST_F(BrowserPage, TheTreeZoomsByButtonAndByKey) {
  browser_->open(page());
  const auto height = [] {
    return ask("document.querySelector('.tree-spacer').offsetHeight").get<double>();
  };
  const double whole = height();
  EXPECT_NEAR(whole, ask("document.querySelector('.tree-scroller').clientHeight"), 3);
  click_on(".tree-controls [aria-label=\"Zoom in\"]");
  EXPECT_NEAR(height(), 1.6 * whole, 3);
  ask("document.querySelector('.tree-scroller').focus()");
  browser_->press("+");
  settle();
  EXPECT_NEAR(height(), 2.4 * whole, 3);
  browser_->press("0");
  settle();
  EXPECT_NEAR(height(), whole, 3);
}

TEST_F(BrowserPage, KeysOfTheBrowserAreLeftToIt) {
  browser_->open(page());
  const std::string press =
      "['+', '0', 'Enter'].forEach(key => document.querySelector('.tree-scroller').dispatchEvent("
      "new KeyboardEvent('keydown', {key, ctrlKey: true})));";
  const json before = ask("document.querySelector('#tree').innerHTML");
  ask(press);
  EXPECT_EQ(ask("document.querySelector('#tree').innerHTML"), before);
}

TEST_F(BrowserPage, EnterChoosesTheRowInTheMiddle) {
  browser_->open(page());
  ask("document.querySelector('.tree-scroller').focus()");
  browser_->press("Enter");
  settle();
  const json middle =
      ask("(() => { const { taxonomy, codes } = JSON.parse(document.getElementById('bundle')"
          ".textContent); return codes.names[taxonomy.order[30]] })()");
  EXPECT_EQ(ask("document.querySelector('.chosen .class-name').textContent"), middle);
}

TEST_F(BrowserPage, AnExampleOfTheTreeIsChosenByClick) {
  browser_->open(page());
  click_on(".tree-examples button");
  EXPECT_EQ(ask("document.querySelector('.chosen .class-name').textContent"),
            ask("document.querySelector('.tree-examples button').textContent"));
}

TEST_F(BrowserPage, PrintingShowsTheWholeTreeAndPutsItBack) {
  const std::string state =
      "(() => { const s = document.querySelector('.tree-scroller'); return [s.scrollTop, "
      "s.scrollHeight, s.clientHeight] })()";
  browser_->open(page());
  click_on(".tree-examples button:last-of-type");
  const json before = ask(state);
  ask("dispatchEvent(new Event('beforeprint'))");
  const json printed = ask(state);
  EXPECT_EQ(printed[0], 0);
  EXPECT_NEAR(printed[1], printed[2], 2);
  ask("dispatchEvent(new Event('afterprint'))");
  EXPECT_EQ(ask(state), before);
}

TEST_F(BrowserPage, AClickOnTheTreeTellsTheClassOfThatRow) {
  browser_->open(page());
  click_on(".tree-scroller");
  const json order =
      ask("JSON.parse(document.getElementById('bundle').textContent).taxonomy.order");
  const json names = ask("JSON.parse(document.getElementById('bundle').textContent).codes.names");
  const auto middle = order.at(30).get<std::size_t>(), above = order.at(29).get<std::size_t>();
  const json chosen = ask("document.querySelector('.chosen .class-name').textContent");
  EXPECT_TRUE(chosen == names.at(middle) || chosen == names.at(above)) << chosen;
}

TEST_F(BrowserPage, DarkColoursComeFromTheSystemOrTheButton) {
  const std::string paper = "getComputedStyle(document.body).backgroundColor";
  browser_->open(page());
  const json light = ask(paper);
  click_on("#theme");
  const json dark = ask(paper);
  EXPECT_NE(light, dark);
  browser_->open(page(), {.dark = true});
  EXPECT_EQ(ask(paper), dark);
  EXPECT_EQ(quiet(), "");
}

TEST_F(BrowserPage, APhoneNeedsNoSidewaysScrolling) {
  for (const int width : {390, 360}) {
    browser_->open(page(), {.width = width, .height = 844});
    EXPECT_EQ(ask("document.documentElement.scrollWidth - innerWidth"), 0);
    EXPECT_EQ(ask("[...document.querySelectorAll('.scroll')].filter(e => e.scrollWidth > "
                  "e.clientWidth).map(e => e.getAttribute('aria-label'))"),
              json::array());
    EXPECT_EQ(ask(kEmptyFigures), json::array());
    EXPECT_EQ(quiet(), "");
  }
}

TEST_F(BrowserPage, PaperShowsFiguresAndNoControls) {
  browser_->open(page(), {.width = 794, .height = 1123, .print = true});
  EXPECT_EQ(ask("[...document.querySelectorAll('.top, .tree-controls, .picks, .choose, "
                ".bit-choice')].filter(e => "
                "e.offsetHeight > 0).length"),
            0);
  EXPECT_EQ(ask(kEmptyFigures), json::array());
  EXPECT_TRUE(
      ask("[...document.querySelectorAll('#splits .strip')].every(e => e.offsetHeight > "
          "48 && e.scrollWidth <= e.clientWidth)"));
  EXPECT_LE(ask("(() => { const box = e => e.getBoundingClientRect().right; return "
                "box(document.querySelector('.tree-spacer canvas')) - "
                "box(document.querySelector('.tree-scroller')) })()")
                .get<double>(),
            0);
}

TEST_F(BrowserPage, NothingMovesWhileItLoads) {
  browser_->open(page());
  EXPECT_LT(
      ask("new Promise(done => { new PerformanceObserver(list => done(list.getEntries()"
          ".reduce((sum, e) => sum + e.value, 0))).observe({type: 'layout-shift', buffered: true});"
          " setTimeout(() => done(0), 300); })")
          .get<double>(),
      0.01);
}

}  // namespace
}  // namespace llcodes::test
