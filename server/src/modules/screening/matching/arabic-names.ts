/**
 * Names put together in Arabic and in the languages that took them over. "Servant of" (Abd al-Rahman, Abdul Rahman, Abdurrahman,
 * Abderrahmane), "of God" (Habib Allah, Habibullah) and "of the faith" (Nur al-Din, Noor ud-Din, Noureddine) are written on or apart as
 * whoever transliterates likes: here they are always apart, and weigh little, since a hundred names begin or end with them.
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

/** The parts of a word, itself when it has none. */
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
/** The article took the sound of the letter after it: Abdurrahman is Abd al-Rahman. */
const withoutDoubled = (word: string) => word.replace(/^(.)\1/, '$1')
