// The typefaces and the characters of kanji-1000, as tables.
//
// Faces: families differ between the three uses, and no face repeats the outlines of another one
// (many Debian fonts share their kanji: IPA = IPAex = Takao, M+ = MigMix = VL Gothic, Mona =
// Shinonome, ...). Training has printed and screen faces only; validation and test ask for
// handwriting, brush, other pixels and old prints. Characters: the JIS X 0208 level-1 kanji that every face draws, each differently, in the
// order of mix(code point) of core/random.h: the first 1000 are the classes, the next 400 are the
// out-of-distribution characters; each list is then sorted by code point.
#include <string_view>

#include "llcodes/data/kanji.h"

namespace llcodes {
namespace {

using enum FaceUse;

constexpr std::u32string_view kClasses =
    U"丁七三上不丘丞並串丹乃乍乙九乞也乱亀了予争事五亘些亜交亦亨享亮仇仏他代以仮仲伊会"
    U"伺但位低佐佑何佳併使例侍価侮侶便俄俗信俣修俵俺個倣値倭倶倹健偵傑備傭傷僅僑僕僚僻"
    U"儀億償儲允先克兎入公具兼冊再冗冠冬冴凄凋凌凍凝凶出函刈別到券剃剖剣副創劇劉功加劣"
    U"勇勉勘勧勺勿匂匡匹十升午卑卓南博卜卯却卸厄厚原参及反受叡古叫召叶吋同向君吟否吸吹"
    U"呆周味呼和員唇唱啓喚喰嘗嘘嘩嘱噌噛器嚇囚回因固国在坑域埴基堅堆堰堵塔塗塞境墓墨壇"
    U"壬壮声売夙多夜大央奇套奥奪好妊妨妬妹姉姿娼婁婦婿嫁嬉嬬嬰字孤学宅守宋完宕宙宛宜実"
    U"宰宴家寂寅富寒寛寵専導尭尻尾尿局展属履岩峨峻嵐嵯巡左巧巴巾市帆帖帝帥師帳常帽幅幕"
    U"幽庇序底店府庫庭庶康庸廓延廼弊式弐弘弛弧強弼当彦彩彫役径後徐従徴心忌忘念怜急恢恥"
    U"息患悦悶惜惟惨惰想愛慈慌慎慢慾憂憐憤憧憩憲憶懇戎成我戚戟才打払扮扶承技抄把投披抱"
    U"抵抹担拐拓拙拭拶拾持振挺捉捨捲捺掃掌掛掠接推揖揚換揮損携摂撤撫播撲擬支教敦数整斌"
    U"斡斬於旗旦旧旨早昨時晦晴晶智暑曲更曹朗望朝末朱朴李杖条杢来杭杵松枕枚果枝架柏柑染"
    U"柘柵栢根桁案桐桑梗棉棋森棲棺椀椅植椛楓楕極楼榊榔槻樗樫樽橿欄次欲款正此武歪歯毅毛"
    U"氏氾求汎汗池汰汲沃沙没河沸波泣洛洩派流浅浪浬海消涌涛淋淳添清渚減渠測港湿溝滋滴漁"
    U"漂漆漏漠澗澱濁火灯炊炎為煎煙煩煽熟熱燈爆爪爵爺爾牝牢物特犯狐狩独狼狽猪猿獅獣獲玉"
    U"珂珊珍班球理琉琢琳琴琵琶瑛瑞瑳環瓜瓶甘田由甲男町画界畜畝畢畳畿疏疫疹疾病痛痩療癌"
    U"百皇盆相眉看眠眼着睦矛知矧破砺硝硬硲碗碧礎礼社祇祉祝神票祷禎禦禽禿秋秒秘秩称稀税"
    U"稗稚稜穀穣穴突窓窯窺竜章竪競竹笈笛笥第筆筈筋筒策算箭箸節築篤簸簿粁粟粧精糎糖糠糾"
    U"紅紐純紗紘紙級素紡紹紺続綻緋総緒締編緬緯練縛縫繁繋織繭罰罵美群翫翰翼老考耕耗耽聖"
    U"聞肌肝肢肩肴肺胆胞胡胤胴能脂脅脆脈脊脹腐腫腸腹腺腿膚膜膝臼興舜舟艇艮良芙芥苑苔英"
    U"茎茜茨草荏荒莫莱菌菩菱萄著葬葵葺蒋蒐蒸蓄蓑蔽蕃蕉蕊薄薪薮藁藍藤虎虜蛇蛙蛾蜂蜘蝉蝋"
    U"蝦蝶融螺街衛衷衿袈被袴袷裁裏裾褒襖見規覗覧解言註詐詑詔詞詮詳誇誉認誘語読誰諌諏諒"
    U"論諜謙譲豊豚象豹貝財貢貧貨貯買貼貿賀賑賓賞賠賢賦購赦赫走跡跳践踊蹟蹴躯軒転輝輩輸"
    U"轄轍轟轡辱農辺辻辿迅返迦迩迫這通逝逢逼遊運遍違遷遼那郁郊郎都酌酒酪酸醇醗釆采重野"
    U"金針釧鉄銅銘鋒鋤鋲鋼錆錐錨錬錯鍬鍾鎗鎧鎮鏑鐘鐙鑑閉閑阜阪降陛陥陰険陽隈隊隻雇需震"
    U"靖静靴鞍鞭韮頃項順頗題願類顧風飴餌館饗首馬騒鬼魁魚鮒鮮鯖鯵鰭鰹鰻鱒鴇鴫麓麻麿黛鼓";

constexpr std::u32string_view kOod =
    U"一与両丸之乏亡京亭仔仙企伐伴佼侭係俊保俳倖借催僧充凡凧刊列制則前効勢匝匠区協危厨"
    U"厭去友句史右吉名含告咋咲品唐唾喝四困土圭地坊坪垢埠場塑塙壁壌士夷奮奴妾姶娩婆婚媒"
    U"嫌孜宗宣宮宵容密将屍峯崎州巳幡平年幸広座廷廻弁弄弥弱形往待徒必思恒恨恰悉悠情惹愈"
    U"感慕慧慮慶戒抽拳按挨挫捕掴撒放敏文料方施日昇明普景暖暢暫朋木杜板栄校株格栽桝桧棚"
    U"椎椿榎構槌槍槙樟樹橋橡殆殴水沈沓沼沿泉泊泌法泳洞津活浴湾溌溜溶溺漉漣漫潜潮潰濠濯"
    U"瀕灸災烹焚焦然煉煤煮熔燥爽牌狙猫獄玄瓢甫畔畷疎痴盛瞬研砲砿硫硯碁碑碩礁示祖私秦稼"
    U"穫穿窟竣竿笠笹筑範篠粥糞糟糧紛紬結絢綬綱綾績纂罫羅翌而耐肇肯胸腎膿臆臣臨自致般芝"
    U"芹芽苗茂茸萩葡董蒜蓉蔚蔦蕎蕩藻蘇蚊蛎蛭蛸衣表衰裳裸褐襲触託記訪証試詫該誠課請謀謂"
    U"謹識貞販資贋趣趨路身車軌載輿迂迄述追退逃逆逗速遜遥適遭遺避邦部配酎酬酷醐醤醸釈量"
    U"釜鉛銀錘錠錦鍔鎖鎚閃閏間閣防陳隅雁離雨零革鞘鞠響頁須飢飽餅馴駁駐驚魅鮎鴨鴻鵠鷺鼠";

}  // namespace

// clang-format off
const std::vector<Face>& kanji_faces() {
  static const std::vector<Face> faces = {
    {kTrain, "fonts-ipafont-gothic", "/usr/share/fonts/opentype/ipafont-gothic/ipag.ttf",
     0, "IPA Gothic", "sans"},
    {kTrain, "fonts-ipafont-mincho", "/usr/share/fonts/opentype/ipafont-mincho/ipam.ttf",
     0, "IPA Mincho", "serif"},
    {kTrain, "fonts-sawarabi-gothic", "/usr/share/fonts/truetype/sawarabi-gothic/sawarabi-gothic-medium.ttf",
     0, "Sawarabi Gothic", "sans"},
    {kTrain, "fonts-motoya-l-cedar", "/usr/share/fonts/truetype/motoya-l-cedar/MTLc3m.ttf",
     0, "Motoya Cedar", "sans"},
    {kTrain, "fonts-motoya-l-maruberi", "/usr/share/fonts/truetype/motoya-l-maruberi/MTLmr3m.ttf",
     0, "Motoya Maruberi", "rounded"},
    {kTrain, "fonts-morisawa-bizud-gothic", "/usr/share/fonts/truetype/bizud-gothic/BIZUDGothic-Regular.ttf",
     0, "BIZ UD Gothic", "sans"},
    {kTrain, "fonts-morisawa-bizud-gothic", "/usr/share/fonts/truetype/bizud-gothic/BIZUDGothic-Bold.ttf",
     0, "BIZ UD Gothic Bold", "sans"},
    {kTrain, "fonts-morisawa-bizud-mincho", "/usr/share/fonts/truetype/bizud-mincho/BIZUDMincho-Regular.ttf",
     0, "BIZ UD Mincho", "serif"},
    {kTrain, "fonts-rocknroll", "/usr/share/fonts/truetype/rocknroll/RocknRollOne-Regular.ttf",
     0, "RocknRoll One", "display"},
    {kTrain, "fonts-horai-umefont", "/usr/share/fonts/truetype/horai-umefont/ume-tgo4.ttf",
     0, "Ume Gothic", "sans"},
    {kTrain, "fonts-horai-umefont", "/usr/share/fonts/truetype/horai-umefont/ume-tgo5.ttf",
     0, "Ume Gothic O5", "sans"},
    {kTrain, "fonts-horai-umefont", "/usr/share/fonts/truetype/horai-umefont/ume-tgs4.ttf",
     0, "Ume Gothic S4", "sans"},
    {kTrain, "fonts-horai-umefont", "/usr/share/fonts/truetype/horai-umefont/ume-tgs5.ttf",
     0, "Ume Gothic S5", "sans"},
    {kTrain, "fonts-horai-umefont", "/usr/share/fonts/truetype/horai-umefont/ume-hgo5.ttf",
     0, "Ume Hy Gothic O5", "sans"},
    {kTrain, "fonts-horai-umefont", "/usr/share/fonts/truetype/horai-umefont/ume-tmo3.ttf",
     0, "Ume Mincho", "serif"},
    {kTrain, "fonts-horai-umefont", "/usr/share/fonts/truetype/horai-umefont/ume-tms3.ttf",
     0, "Ume Mincho S3", "serif"},
    {kTrain, "fonts-ricty-diminished", "/usr/share/fonts/truetype/ricty-diminished/RictyDiminished-Regular.ttf",
     0, "Ricty Diminished", "sans"},
    {kTrain, "fonts-ricty-diminished", "/usr/share/fonts/truetype/ricty-diminished/RictyDiminished-Bold.ttf",
     0, "Ricty Diminished Bold", "sans"},
    {kTrain, "fonts-ricty-diminished", "/usr/share/fonts/truetype/ricty-diminished/RictyDiminished-Oblique.ttf",
     0, "Ricty Diminished Oblique", "oblique"},
    {kTrain, "fonts-ricty-diminished", "/usr/share/fonts/truetype/ricty-diminished/RictyDiminished-BoldOblique.ttf",
     0, "Ricty Diminished Bold Oblique", "oblique"},
    {kTrain, "fonts-dotgothic16", "/usr/share/fonts/truetype/dotgothic16/DotGothic16-Regular.ttf",
     0, "DotGothic16", "pixel"},
    {kTrain, "xfonts-kappa20", "/usr/share/fonts/X11/misc/k20m.pcf.gz",
     0, "Kappa 20 Mincho", "pixel"},
    {kTrain, "xfonts-kappa20", "/usr/share/fonts/X11/misc/k20b.pcf.gz",
     0, "Kappa 20 Mincho Bold", "pixel"},
    {kTrain, "xfonts-ayu", "/usr/share/fonts/X11/misc/k20gm.pcf.gz",
     0, "Ayu 20 Gothic", "pixel"},
    {kTrain, "xfonts-ayu", "/usr/share/fonts/X11/misc/k18gm.pcf.gz",
     0, "Ayu 18 Gothic", "pixel"},
    {kTrain, "xfonts-ayu", "/usr/share/fonts/X11/misc/k18m.pcf.gz",
     0, "Ayu 18 Mincho", "pixel"},
    {kTrain, "xfonts-intl-japanese", "/usr/share/fonts/X11/misc/j90-16.pcf.gz",
     0, "JIS 16", "pixel"},
    {kTrain, "xfonts-kaname", "/usr/share/fonts/X11/misc/knmzn12x.pcf.gz",
     0, "Kaname 12", "pixel"},
    {kTrain, "xfonts-a12k12", "/usr/share/fonts/X11/misc/k12.pcf.gz",
     0, "K12", "pixel"},
    {kTrain, "xfonts-mplus", "/usr/share/fonts/X11/misc/mplus_j12r.pcf.gz",
     0, "M+ 12", "pixel"},
    {kTrain, "xfonts-mplus", "/usr/share/fonts/X11/misc/mplus_j12b.pcf.gz",
     0, "M+ 12 Bold", "pixel"},
    {kTrain, "xfonts-mplus", "/usr/share/fonts/X11/misc/mplus_j10r.pcf.gz",
     0, "M+ 10", "pixel"},
    {kTrain, "xfonts-mplus", "/usr/share/fonts/X11/misc/mplus_j10b.pcf.gz",
     0, "M+ 10 Bold", "pixel"},
    {kTrain, "fonts-droid-fallback", "/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf",
     0, "Droid Sans Fallback", "sans"},
    {kTrain, "fonts-wqy-zenhei", "/usr/share/fonts/truetype/wqy/wqy-zenhei.ttc",
     0, "WenQuanYi Zen Hei", "sans"},
    {kTrain, "fonts-arphic-uming", "/usr/share/fonts/truetype/arphic/uming.ttc",
     0, "AR PL UMing", "serif"},
    {kTrain, "fonts-arphic-ukai", "/usr/share/fonts/truetype/arphic/ukai.ttc",
     0, "AR PL UKai", "kaisho"},
    {kValidation, "fonts-aoyagi-kouzan-t", "/usr/share/fonts/truetype/aoyagi-kouzan-t/AoyagiKouzanT.ttf",
     0, "Aoyagi Kouzan T", "brush"},
    {kValidation, "fonts-yusei-magic", "/usr/share/fonts/truetype/yusei-magic/YuseiMagic-Regular.ttf",
     0, "Yusei Magic", "handwriting"},
    {kValidation, "fonts-unifont", "/usr/share/fonts/opentype/unifont/unifont_jp.otf",
     0, "GNU Unifont JP", "pixel"},
    {kValidation, "fonts-oradano-mincho-gsrr", "/usr/share/fonts/truetype/oradano-mincho/OradanoGSRR.ttf",
     0, "Oradano Mincho", "antique"},
    {kTest, "fonts-kouzan-mouhitsu", "/usr/share/fonts/truetype/kouzan-mouhitsu/kouzan-mouhitsu-gyosho.ttf",
     0, "Kouzan Gyousho", "brush"},
    {kTest, "fonts-aoyagi-soseki", "/usr/share/fonts/truetype/aoyagi-soseki/aoyagi-soseki.ttf",
     0, "Aoyagi Soseki", "brush"},
    {kTest, "fonts-kiloji", "/usr/share/fonts/truetype/kiloji/kiloji.ttf",
     0, "Kiloji", "handwriting"},
    {kTest, "fonts-seto", "/usr/share/fonts/truetype/seto/setofont.ttf",
     0, "Seto", "handwriting"},
    {kTest, "fonts-yozvox-yozfont-cute", "/usr/share/fonts/truetype/yozvox-yozfont/YOzRC_.ttf",
     0, "YOz Cute", "handwriting"},
    {kTest, "fonts-stick", "/usr/share/fonts/truetype/stick/Stick-Regular.ttf",
     0, "Stick", "handwriting"},
    {kTest, "fonts-misaki", "/usr/share/fonts/truetype/misaki/misaki_gothic.ttf",
     0, "Misaki Gothic", "pixel"},
    {kTest, "fonts-mona", "/usr/share/fonts/truetype/mona/mona.ttf",
     0, "Mona", "pixel"},
    {kTest, "fonts-reggae", "/usr/share/fonts/truetype/reggae/ReggaeOne-Regular.ttf",
     0, "Reggae One", "display"},
    {kTest, "fonts-dejima-mincho", "/usr/share/fonts/truetype/dejima-mincho/dejima-mincho-r227.ttf",
     0, "Dejima Mincho", "antique"},
    {kTest, "fonts-sawarabi-mincho", "/usr/share/fonts/truetype/sawarabi-mincho/sawarabi-mincho-medium.ttf",
     0, "Sawarabi Mincho", "serif"},
    {kTest, "fonts-konatu", "/usr/share/fonts/truetype/konatu/Konatu.ttf",
     0, "Konatu", "sans"},
  };
  return faces;
}
// clang-format on

const std::vector<char32_t>& kanji_classes() {
  static const std::vector<char32_t> classes(kClasses.begin(), kClasses.end());
  return classes;
}

const std::vector<char32_t>& kanji_ood() {
  static const std::vector<char32_t> characters(kOod.begin(), kOod.end());
  return characters;
}

}  // namespace llcodes
