/**
 * Transliteration of Asian scripts. Chinese characters by their reading, one syllable each: Unicode's collation by reading (CLDR, collation
 * `pinyin`) needs only the first character of every syllable. The nine scripts of India share one layout (Unicode Standard, 12), and Lao
 * has that of Thai. Kana after Hepburn.
 */
const FIRST_OF_SYLLABLE =
  '吖a 哎ai 安an 肮ang 凹ao 丷ba 挀bai 扳ban 邦bang 勹bao 卑bei 奔ben 伻beng 屄bi 边bian 标biao 憋bie 汃bin 冫bing 癶bo 卜bu 擦ca 偲cai 参can 仓cang 撡cao 冊ce 嵾cen 噌ceng 叉cha 芆chai 辿chan 伥chang 抄chao 车che 抻chen 阷cheng 吃chi 充chong 抽chou 出chu 揣chuai 巛chuan 刅chuang 吹chui 旾chun 逴chuo 呲ci 匆cong 凑cou 粗cu 汆cuan 崔cui 邨cun 搓cuo 咑da 呆dai 丹dan 当dang 刀dao 嘚de 灯deng 氐di 敁dian 刁diao 爹die 丁ding 丟diu 东dong 吺dou 厾du 偳duan 垖dui 吨dun 多duo 妸e 奀en 儿er 发fa 帆fan 匚fang 飞fei 分fen 丰feng 仏fo 紑fou 夫fu 旮ga 侅gai 甘gan 冈gang 皋gao 戈ge 根gen 刯geng 工gong 勾gou 估gu 瓜gua 乖guai 关guan 光guang 归gui 丨gun 呙guo 哈ha 咍hai 佄han 夯hang 茠hao 诃he 黒hei 拫hen 亨heng 叿hong 齁hou 乎hu 花hua 怀huai 欢huan 巟huang 灰hui 昏hun 吙huo 讥ji 加jia 戋jian 江jiang 艽jiao 阶jie 巾jin 坕jing 冂jiong 丩jiu 凥ju 姢juan 噘jue 军jun 咔ka 开kai 刊kan 忼kang 尻kao 匼ke 肎ken 劥keng 空kong 抠kou 刳ku 夸kua 蒯kuai 宽kuan 匡kuang 亏kui 坤kun 扩kuo 垃la 来lai 兰lan 啷lang 捞lao 仂le 雷lei 塄leng 哩li 奁lian 良liang 撩liao 毟lie 拎lin 伶ling 溜liu 龙long 瞜lou 噜lu 驴lv 掠lve 妈ma 埋mai 嫚man 牤mang 猫mao 嚒me 坆mei 椚men 擝meng 咪mi 宀mian 喵miao 吀mie 民min 名ming 摸mo 哞mou 毪mu 拏na 腉nai 囡nan 囔nang 孬nao 疒ne 娞nei 恁nen 妮ni 拈nian 娘niang 鸟niao 捏nie 囜nin 宁ning 妞niu 农nong 羺nou 奴nu 女nv 疟nve 讴ou 妑pa 拍pai 眅pan 乓pang 抛pao 呸pei 喷pen 匉peng 丕pi 囨pian 剽piao 氕pie 姘pin 乒ping 钋po 剖pou 仆pu 七qi 掐qia 千qian 呛qiang 悄qiao 苆qie 亲qin 靑qing 卭qiong 丘qiu 区qu 奍quan 炔que 夋qun 呥ran 穣rang 娆rao 惹re 人ren 扔reng 日ri 戎rong 禸rou 邚ru 堧ruan 桵rui 闰run 捼ruo 仨sa 毢sai 三san 桒sang 掻sao 閪se 森sen 杀sha 筛shai 山shan 伤shang 弰shao 奢she 申shen 升sheng 尸shi 収shou 书shu 刷shua 衰shuai 闩shuan 双shuang 脽shui 吮shun 说shuo 厶si 忪song 凁sou 苏su 狻suan 夊sui 孙sun 唆suo 他ta 囼tai 坍tan 汤tang 夲tao 忑te 熥teng 剔ti 天tian 旫tiao 帖tie 厅ting 炵tong 偷tou 凸tu 湍tuan 推tui 吞tun 乇tuo 屲wa 歪wai 弯wan 尢wang 危wei 昷wen 翁weng 挝wo 乌wu 夕xi 呷xia 仙xian 乡xiang 灱xiao 些xie 心xin 星xing 凶xiong 休xiu 吁xu 吅xuan 疶xue 坃xun 丫ya 恹yan 央yang 幺yao 倻ye 一yi 囙yin 应ying 哟yo 佣yong 优you 込yu 囦yuan 曰yue 晕yun 帀za 災zai 兂zan 匨zang 傮zao 则ze 贼zei 怎zen 囎zeng 扎zha 夈zhai 枬zhan 张zhang 佋zhao 蜇zhe 贞zhen 凧zheng 之zhi 中zhong 州zhou 朱zhu 抓zhua 专zhuan 妆zhuang 隹zhui 宒zhun 拙zhuo 孜zi 宗zong 邹zou 租zu 钻zuan 厜zui 尊zun 嘬zuo'
const SYLLABLES = FIRST_OF_SYLLABLE.split(' ').map((pair) => ({ first: pair.slice(0, 1), syllable: pair.slice(1).replace('v', 'u') }))
const byReading = new Intl.Collator('zh-u-co-pinyin')
const HAN = /\p{Script=Han}/u

/** Followed by a space: the surname comes first, and syllables are compared written apart or together. */
export function chineseSyllable(letter: string): string | null {
  if (!HAN.test(letter)) return null
  let [low, high] = [0, SYLLABLES.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (byReading.compare(SYLLABLES[middle]?.first ?? '', letter) <= 0) low = middle
    else high = middle - 1
  }
  return `${SYLLABLES[low]?.syllable} `
}

/** Positions in a block of 128, starting with Devanagari. */
const INDIC_FIRST = 0x0900
const INDIC_LAST = 0x0d7f
const BLOCK = 0x80
const INDIC_CONSONANTS = 'k kh g gh n ch ch j jh n t th d dh n t th d dh n n p ph b bh m y r r l l l v sh sh s h'.split(' ')
const CONSONANT_AT = 0x15
const LATER_CONSONANTS = 'q kh g z r rh f y'.split(' ')
const LATER_CONSONANT_AT = 0x58
const INDIC_VOWELS = 'a a i i u u ri l e e e ai o o o au'.split(' ')
const VOWEL_AT = 0x05
const INDIC_SIGNS = 'a i i u u ri ri e e e ai o o o au'.split(' ')
const SIGN_AT = 0x3e
const NASALS = [0x01, 0x02, 0x70]
const VIRAMA = 0x4d
const NUKTA = 0x3c
const DIGIT_AT = 0x66
const DIGITS = 10

const placeOf = (code = 0): number | null => (code < INDIC_FIRST || code > INDIC_LAST ? null : code % BLOCK)

/** Consonants have an inherent "a", except before another vowel or the sign that removes it. */
export function withoutIndic(text: string): string {
  const letters = Array.from(text)
  return letters.map((letter, at) => indic(letter, letters, at) ?? letter).join('')
}
function indic(letter: string, letters: readonly string[], at: number): string | null {
  const place = placeOf(letter.codePointAt(0))
  if (place === null) return null
  const consonant = INDIC_CONSONANTS[place - CONSONANT_AT] ?? LATER_CONSONANTS[place - LATER_CONSONANT_AT]
  if (consonant === undefined) return vowel(place)
  const next = letters.slice(at + 1).find((other) => placeOf(other.codePointAt(0)) !== NUKTA)
  const sign = placeOf(next?.codePointAt(0))
  return sign !== null && sign >= SIGN_AT && sign <= VIRAMA ? consonant : `${consonant}a`
}
function vowel(place: number): string {
  if (NASALS.includes(place)) return 'n'
  if (place >= DIGIT_AT && place < DIGIT_AT + DIGITS) return String(place - DIGIT_AT)
  return INDIC_VOWELS[place - VOWEL_AT] ?? INDIC_SIGNS[place - SIGN_AT] ?? ''
}

/** Vowels that are written before the consonant they follow. */
const LEADING_VOWEL = /([\u0e40-\u0e44])([\u0e01-\u0e2e])/gu
const LAO = /[\u0e81-\u0edf]/gu
export const withoutLao = (text: string): string =>
  text.replace(LAO, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) - BLOCK)).replace(LEADING_VOWEL, '$2$1')

/** Includes three signs of Lao that have no position in Thai. */
export const THAI =
  'ก=k ข=kh ฃ=kh ค=kh ฅ=kh ฆ=kh ง=ng จ=ch ฉ=ch ช=ch ซ=s ฌ=ch ญ=y ฎ=d ฏ=t ฐ=th ฑ=th ฒ=th ณ=n ด=d ต=t ถ=th ท=th ธ=th น=n บ=b ป=p ผ=ph ฝ=f พ=ph ฟ=f ภ=ph ม=m ย=y ร=r ล=l ว=w ศ=s ษ=s ส=s ห=h ฬ=l อ=o ฮ=h ะ=a ั=a า=a ำ=am ิ=i ี=i ึ=ue ื=ue ุ=u ู=u เ=e แ=ae โ=o ใ=ai ไ=ai \u0e3b=o \u0e3c=l \u0e3d=y'
export const KHMER =
  'ក=k ខ=kh គ=k ឃ=kh ង=ng ច=ch ឆ=ch ជ=ch ឈ=ch ញ=nh ដ=d ឋ=th ឌ=d ឍ=th ណ=n ត=t ថ=th ទ=t ធ=th ន=n ប=p ផ=ph ព=p ភ=ph ម=m យ=y រ=r ល=l វ=v ស=s ហ=h ឡ=l អ=a ា=a ិ=i ី=i ឹ=oe ឺ=eu ុ=o ូ=u ួ=uo ើ=eu ៀ=ie េ=e ែ=ae ៃ=ai ោ=o ៅ=au ំ=am ះ=ah'
export const BURMESE =
  'က=k ခ=kh ဂ=g ဃ=g င=ng စ=s ဆ=s ဇ=z ဈ=z ည=ny တ=t ထ=ht ဒ=d ဓ=d န=n ပ=p ဖ=p ဗ=b ဘ=b မ=m ယ=y ရ=y လ=l ဝ=w သ=th ဟ=h အ=a ာ=a ါ=a ိ=i ီ=i ု=u ူ=u ေ=e ဲ=e ံ=n ျ=y ြ=y ွ=w'
const KANA_SYLLABLES =
  'あ=a い=i う=u え=e お=o か=ka き=ki く=ku け=ke こ=ko が=ga ぎ=gi ぐ=gu げ=ge ご=go さ=sa し=shi す=su せ=se そ=so ざ=za じ=ji ず=zu ぜ=ze ぞ=zo た=ta ち=chi つ=tsu て=te と=to だ=da ぢ=ji づ=zu で=de ど=do な=na に=ni ぬ=nu ね=ne の=no は=ha ひ=hi ふ=fu へ=he ほ=ho ば=ba び=bi ぶ=bu べ=be ぼ=bo ぱ=pa ぴ=pi ぷ=pu ぺ=pe ぽ=po ま=ma み=mi む=mu め=me も=mo や=ya ゆ=yu よ=yo ゃ=ya ゅ=yu ょ=yo ら=ra り=ri る=ru れ=re ろ=ro わ=wa を=o ん=n ぁ=a ぃ=i ぅ=u ぇ=e ぉ=o ゔ=vu'
/** Hiragana, and katakana at a fixed offset. */
const KATAKANA_FROM = 0x60
export const KANA = [
  KANA_SYLLABLES,
  KANA_SYLLABLES.replace(/\S(?==)/gu, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + KATAKANA_FROM)),
].join(' ')
