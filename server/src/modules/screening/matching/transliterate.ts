/**
 * Transliteration to Latin letters without marks: Latin with diacritics, Cyrillic, Greek, Arabic and Persian, and the digits of all of
 * them. Arabic comes out as it is written, without short vowels and without the article: the phonetic key needs neither. Other scripts
 * are left out, so that a name in them never matches by accident.
 */
const CYRILLIC =
  'а=a б=b в=v г=g ґ=g д=d е=e ё=e є=ye ж=zh з=z и=i і=i ї=yi й=y к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ў=u ф=f х=kh ц=ts ч=ch ш=sh щ=shch ъ= ы=y ь= э=e ю=yu я=ya ү=u ө=o ң=n қ=k ғ=g ұ=u һ=h ә=a ј=y љ=l њ=n ћ=c ђ=d џ=d ќ=k ѓ=g ѕ=z'
const GREEK = 'α=a β=v γ=g δ=d ε=e ζ=z η=i θ=th ι=i κ=k λ=l μ=m ν=n ξ=x ο=o π=p ρ=r σ=s ς=s τ=t υ=y φ=f χ=ch ψ=ps ω=o'
const ARABIC =
  'ا=a أ=a إ=i آ=a ٱ=a ب=b پ=p ت=t ث=th ج=j چ=ch ح=h خ=kh د=d ذ=dh ر=r ز=z ژ=zh س=s ش=sh ص=s ض=d ط=t ظ=z ع=a غ=gh ف=f ق=q ك=k ک=k گ=g ل=l م=m ن=n ه=h ة=a ۀ=a و=u ؤ=u ي=y ى=a ی=y ې=y ئ=y ء= ں=n ھ=h ہ=h ے=y ٹ=t ڈ=d ړ=r ښ=kh ګ=g ځ=z څ=s ټ=t ډ=d'
const LATIN = 'ß=ss æ=ae œ=oe ø=o đ=d ð=d þ=th ł=l ı=i ħ=h ŋ=n ə=a ʻ= ʼ= ʿ= ʾ='

const table = new Map<string, string>(
  [CYRILLIC, GREEK, ARABIC, LATIN].flatMap((pairs) =>
    pairs.split(' ').map((pair): [string, string] => {
      const [from = '', to = ''] = pair.split('=')
      return [from, to]
    }),
  ),
)
/** At the beginning of a word it is a consonant (Wali); inside, nearly always the vowel (Yusuf). */
const LEADING_WAW = /(?<!\p{L})و/gu
const ARTICLE = /(?<!\p{L})ال(?=\p{L}{2})/gu
const ARABIC_SCRIPT = /\p{Script=Arabic}/u
const MARKS = /\p{M}+/gu
const ASCII = /^[\x20-\x7e]*$/

/** Lower case. */
export function transliterate(name: string): string {
  const lower = name.toLowerCase()
  if (ASCII.test(lower)) return lower
  // Marks of Cyrillic й and ї are letters of their own: the table is asked before the marks are taken off.
  const text = lower.normalize('NFC').replace(ARTICLE, '').replace(LEADING_WAW, 'w')
  return Array.from(text, (letter) => table.get(letter) ?? latin(letter)).join('')
}

/** Written without its short vowels. */
export const isConsonantal = (name: string): boolean => ARABIC_SCRIPT.test(name)

function latin(letter: string): string {
  const bare = letter.normalize('NFKD').replace(MARKS, '')
  return ASCII.test(bare) ? bare : Array.from(bare, (one) => table.get(one) ?? (/\p{L}|\p{N}/u.test(one) ? '' : ' ')).join('')
}
