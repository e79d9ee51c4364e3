/**
 * Transliteration to Latin letters without marks: Latin with diacritics, Cyrillic, Greek, Arabic and Persian, Hebrew, Georgian, Armenian,
 * Hangul, the scripts of `asian-scripts.ts`, and the digits of all of them. Arabic is transliterated as written, without short vowels and
 * without the article: the phonetic key needs neither. Other scripts are omitted, so that a name in them never matches by accident.
 */
import { BURMESE, chineseSyllable, KANA, KHMER, THAI, withoutIndic, withoutLao } from './asian-scripts.ts'

const CYRILLIC =
  'а=a б=b в=v г=g ґ=g д=d е=e ё=e є=ye ж=zh з=z и=i і=i ї=yi й=y к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ў=u ф=f х=kh ц=ts ч=ch ш=sh щ=shch ъ= ы=y ь= э=e ю=yu я=ya ү=u ө=o ң=n қ=k ғ=g ұ=u һ=h ә=a ј=y љ=l њ=n ћ=c ђ=dj џ=d ќ=k ѓ=g ѕ=z'
const GREEK = 'α=a β=v γ=g δ=d ε=e ζ=z η=i θ=th ι=i κ=k λ=l μ=m ν=n ξ=x ο=o π=p ρ=r σ=s ς=s τ=t υ=y φ=f χ=ch ψ=ps ω=o'
const ARABIC =
  'ا=a أ=a إ=i آ=a ٱ=a ب=b پ=p ت=t ث=th ج=j چ=ch ح=h خ=kh د=d ذ=dh ر=r ز=z ژ=zh س=s ش=sh ص=s ض=dh ط=t ظ=z ع=a غ=gh ف=f ق=q ك=k ک=k گ=g ل=l م=m ن=n ه=h ة=a ۀ=a و=u ؤ=u ي=y ى=a ی=y ې=y ئ=y ء= ں=n ھ=h ہ=h ے=y ٹ=t ڈ=d ړ=r ښ=kh ګ=g ځ=z څ=s ټ=t ډ=d'
const HEBREW = 'א=a ב=b ג=g ד=d ה=h ו=u ז=z ח=kh ט=t י=y כ=k ך=k ל=l מ=m ם=m נ=n ן=n ס=s ע=a פ=p ף=f צ=tz ץ=tz ק=k ר=r ש=sh ת=t'
const GEORGIAN =
  'ა=a ბ=b გ=g დ=d ე=e ვ=v ზ=z თ=t ი=i კ=k ლ=l მ=m ნ=n ო=o პ=p ჟ=zh რ=r ს=s ტ=t უ=u ფ=p ქ=k ღ=gh ყ=q შ=sh ჩ=ch ც=ts ძ=dz წ=ts ჭ=ch ხ=kh ჯ=j ჰ=h'
const ARMENIAN =
  'ա=a բ=b գ=g դ=d ե=e զ=z է=e ը=y թ=t ժ=zh ի=i լ=l խ=kh ծ=ts կ=k հ=h ձ=dz ղ=gh ճ=ch մ=m յ=y ն=n շ=sh ո=o չ=ch պ=p ջ=j ռ=r ս=s վ=v տ=t ր=r ց=ts ւ=u փ=p ք=k և=ev օ=o ֆ=f'
const LATIN = 'ß=ss æ=ae œ=oe ø=o đ=dj ð=d þ=th ł=l ı=i ħ=h ŋ=n ə=a ʻ= ʼ= ʿ= ʾ='

const table = new Map<string, string>(
  [CYRILLIC, GREEK, ARABIC, HEBREW, GEORGIAN, ARMENIAN, LATIN, THAI, KHMER, BURMESE, KANA].flatMap((pairs) =>
    pairs.split(' ').map((pair): [string, string] => {
      const [from = '', to = ''] = pair.split('=')
      return [from, to]
    }),
  ),
)
/** At the beginning of a word it is a consonant (Wali); inside, nearly always the vowel (Yusuf). */
const LEADING_WAW = /(?<!\p{L})و/gu
/** The Arabic article, except in الله, where it is part of the word. */
const ARTICLE = /(?<!\p{L})ال(?!له(?!\p{L}))(?=\p{L}{2})/gu
const CONSONANTAL_SCRIPT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Thai}\p{Script=Lao}]/u
const MARKS = /\p{M}+/gu
const ASCII = /^[\x20-\x7e]*$/

/** Result in lower case. */
export function transliterate(name: string): string {
  const lower = name.toLowerCase()
  if (ASCII.test(lower)) return lower
  // The marks of Cyrillic й and ї form separate letters: the table is applied before marks are removed.
  const text = asian(lower.normalize('NFC').replace(ARTICLE, '').replace(LEADING_WAW, 'w'))
  return Array.from(text, (letter) => table.get(letter) ?? hangul(letter) ?? chineseSyllable(letter) ?? latin(letter)).join('')
}

const ASIAN = /[\u0900-\u0edf]/
const asian = (text: string): string => (ASIAN.test(text) ? withoutLao(withoutIndic(text)) : text)

/** True when the name is written without its short vowels. */
export const isConsonantal = (name: string): boolean => CONSONANTAL_SCRIPT.test(name)

/** True when the name is written with one sign for each syllable. */
export const isSyllabic = (name: string): boolean => SYLLABIC_SCRIPT.test(name)
const SYLLABIC_SCRIPT = /[\p{Script=Han}\p{Script=Hangul}]/u

function latin(letter: string): string {
  const bare = letter.normalize('NFKD').replace(MARKS, '')
  return ASCII.test(bare) ? bare : Array.from(bare, (one) => table.get(one) ?? (/\p{L}|\p{N}/u.test(one) ? '' : ' ')).join('')
}

/** A Hangul block is a syllable of two or three letters, computed from its position (Unicode Standard, 3.12). */
const HANGUL_FIRST = 0xac00
const HANGUL_LAST = 0xd7a3
const INITIALS = 'g kk n d tt r m b pp s ss  j jj ch k t p h'.split(' ')
const VOWELS = 'a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i'.split(' ')
const FINALS = ' k k k n n n t l k m l l l p l m p p t t ng t t k t p t'.split(' ')
/** A space after each syllable: the surname comes first, and syllables are compared written apart or together. */
function hangul(letter: string): string | null {
  const code = letter.codePointAt(0) ?? 0
  if (code < HANGUL_FIRST || code > HANGUL_LAST) return null
  const place = code - HANGUL_FIRST
  const [initial, vowel, final] = [Math.floor(place / (VOWELS.length * FINALS.length)), Math.floor(place / FINALS.length) % VOWELS.length, place % FINALS.length] // biome-ignore format: three
  return `${INITIALS[initial]}${VOWELS[vowel]}${FINALS[final]} `
}
