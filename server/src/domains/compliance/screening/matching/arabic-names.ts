/**
 * Compound names of Arabic and of the languages that adopted them. "Servant of" (Abd al-Rahman, Abdul Rahman, Abdurrahman, Abderrahmane),
 * "of God" (Habib Allah, Habibullah) and "of the faith" (Nur al-Din, Noor ud-Din, Noureddine) are written joined or apart depending on the
 * transliterator. Here they are always apart, and have little weight, since a hundred names begin or end with them.
 *
 * The assimilation of the article before sun letters: ALA-LC Romanization Tables, Arabic, rule 17.
 */
const SERVANT = /^[aou]bd[aeiou]?(?:l|(?=([nrstdz])\1|rah))(?!a+h?$|lah?$)(\w{3,})$/
const SERVANT_ALONE = /^abd(?:[aeiou]l)?$/
const OF_GOD = /^(\w{2,}?)(?:[aeiou]|ou)ll?ah$/
const OF_THE_FAITH = /^(\w{3,}?)(?:ou|[aeiou])dd(?:ee|[iy])ne?$/
const SERVANT_WORD = 'abd'
const GOD = 'allah'
const FAITH = 'din'
const SPELLINGS: Readonly<Record<string, string>> = {
  allh: GOD,
  ullah: GOD,
  ollah: GOD,
  deen: FAITH,
  dine: FAITH,
  dyn: FAITH,
  uddin: FAITH,
  eddine: FAITH,
}

/** The parts of a compound word, or the word itself. */
export function arabicParts(word: string): readonly string[] {
  const spelled = SPELLINGS[word]
  if (spelled) return [spelled]
  if (SERVANT_ALONE.test(word)) return [SERVANT_WORD]
  const servant = SERVANT.exec(word)?.[2]
  if (servant) return [SERVANT_WORD, ...arabicParts(withoutDoubled(servant))]
  const god = OF_GOD.exec(word)?.[1]
  if (god) return [god, GOD]
  const faith = OF_THE_FAITH.exec(word)?.[1]
  return faith ? [faith, FAITH] : [word]
}
/** Undo the assimilation of the article: Abdurrahman is Abd al-Rahman. */
const withoutDoubled = (word: string) => word.replace(/^(.)\1/, '$1')
