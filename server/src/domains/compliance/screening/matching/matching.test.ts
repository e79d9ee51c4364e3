/** Matching of names and identifiers (ADM-13: list hits). All people here are made up. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { explain } from '../people/explain.ts'
import { FIRST_SCORES } from '../people/scores.ts'
import { analyseName, type NameType } from './analyse-name.ts'
import { compareNames } from './compare-names.ts'
import { comparable, nitCheckDigit } from './identifiers.ts'
import { createScreener, type ListedParty, type ScreenedParty } from './screen.ts'
import { transliterate } from './transliterate.ts'

const score = (one: string, other: string, type: NameType = 'person') =>
  compareNames(analyseName(one, type), analyseName(other, type)).score
const LISTED = 'Ubaldo Nicanor Piraquive de la Hoz'

const party: Omit<ListedParty, 'id' | 'names'> = { type: 'person', identifiers: [], birthYears: [], countries: [], gender: null }
const person = (name: string, more: Partial<ScreenedParty> = {}): ScreenedParty => ({
  type: 'person',
  names: [name],
  identifiers: [],
  birthYear: null,
  country: null,
  gender: null,
  ...more,
})

describe('ADM-13 two spellings of one name match', () => {
  it.each([
    ['without accents, in capitals', 'UBALDO NICANOR PIRAQUIVE DE LA HOZ'],
    ['surnames first', 'Piraquive de la Hoz, Ubaldo Nicanor'],
    ['surnames swapped', 'Ubaldo Nicanor de la Hoz Piraquive'],
    ['one surname', 'Ubaldo Nicanor Piraquive'],
    ['one given name', 'Ubaldo Piraquive de la Hoz'],
    ['particles left out', 'Ubaldo Nicanor Piraquive Hoz'],
    ['particles written on', 'Ubaldo Nicanor Piraquive Delahoz'],
    ['given names written as one', 'UbaldoNicanor Piraquive de la Hoz'],
    ['an initial', 'Ubaldo N. Piraquive de la Hoz'],
    ['as it sounds', 'Uvaldo Nikanor Pirakibe de la Oz'],
    ['a slip', 'Ubaldo Nicanor Piraqiuve de la Hoz'],
    ['digits for letters', 'Uba1do Nicanor P1raquive de la Hoz'],
    ['in Cyrillic', 'Убальдо Никанор Пираквиве де ла Хос'],
  ])('%s', (_what, name) => expect(score(name, LISTED)).toBeGreaterThan(FIRST_SCORES.review))

  it.each([
    ['a nickname', 'Pacho Quiceno Usma', 'Francisco Quiceno Usma'],
    ['a married name', 'Amparo Lucila Quiceno de Gómez', 'Amparo Lucila Quiceno Usma'],
    ['Arabic as others write it', 'Mohamed Abdel Rahman Zarqawi', 'Muhammad Abd al-Rahman al-Zarqawi'],
    ['Arabic letters', 'خالد الزرقاوي', 'Khalid al-Zarqawi'],
    ['Arabic letters, a servant of God', 'عبد العزيز عباسي', 'Abdulaziz Abbasi'],
    ['the article with the sound of the next letter', 'Abdurrahman Zarqawi', 'Abd al-Rahman al-Zarqawi'],
    ['of God, written on or apart', 'Habib Allah Zarqawi', 'Habibullah Zarqawi'],
    ['of the faith, written on or apart', 'Noureddine Zarqawi', 'Nur al-Din al-Zarqawi'],
    ['Arabic letters as Persian says them', 'نور محمد ثاقب', 'Noor Mohammad Saqib'],
    ['a p, which Arabic does not have', 'فرناندو بيريز', 'Fernando Pérez'],
    ['j as French writes it', 'جمال عكاشة', 'Djamel Akacha'],
    ['Wade-Giles and pinyin', 'Teng Hsiao-ping', 'Deng Xiaoping'],
    ['Korean as North and South write it', 'Cho Yong Chol', 'Jo Yeongcheol'],
    ['Hangul', '조영철', 'Cho Yong Chol'],
    ['Hebrew letters', 'משה ברק', 'Moshe Barak'],
    ['Georgian letters', 'გიორგი ბერიძე', 'Giorgi Beridze'],
    ['Armenian letters', 'Արամ Պետրոսյան', 'Aram Petrosyan'],
    ['two initials as one', 'JC Piraquive', 'Juan Camilo Piraquive'],
    ['a short form of another language', 'Hank Zuckermayer', 'Henry Zuckermayer'],
    ['a title', 'Presidente Nicanor Piraquive', 'Nicanor Piraquive'],
    ['Greek letters', 'Γιώργος Παπαδόπουλος', 'Giorgos Papadopoulos'],
    ['Chinese characters', '陈伟民', 'Chen Weimin'],
    ['Chinese characters, simplified and not', '陈伟民', '陳偉民'],
    ['Devanagari', 'राजेश शर्मा', 'Rajesh Sharma'],
    ['Bengali', 'কামাল হোসেন', 'Kamal Hossain'],
    ['katakana', 'ヤマダ タロウ', 'Yamada Taro'],
    ['Thai', 'สมชาย ใจดี', 'Somchai Jaidee'],
    ['Lao', 'ສົມຊາຍ ວົງສາ', 'Somchai Vongsa'],
    ['Khmer', 'ជា សុខា', 'Chea Sokha'],
    ['Burmese, by its own signs', 'မောင် ကျော်', 'မောင် ကျော်'],
    ['-n for -ng, and s for x', 'Si Weipin', 'Xi Weiping'],
    ['letters set apart', 'U b a l d o  P i r a q u i v e', 'Ubaldo Piraquive'],
    ['backwards, the capital at the end', 'odlabU eviuqariP', 'Ubaldo Piraquive'],
    ['backwards, in capitals', 'ODLABU EVIUQARIP', 'Ubaldo Piraquive'],
    ['signs for letters', 'Ub@ldo Pir@qu!ve', 'Ubaldo Piraquive'],
    ['signs between letters', 'Uba*ldo Pira#quive', 'Ubaldo Piraquive'],
    ['an initial that could be a particle', 'E. Piraquive', 'Eliseo Piraquive'],
    ['an abbreviated name', 'Md. Rahman Zarqawi', 'Mohammed Rahman Zarqawi'],
    ['a short form of Russia', 'Grisha Zuckermayer', 'Grigory Zuckermayer'],
    ['a title that is also a name', 'Prime Minister Ubaldo Piraquive', 'Ubaldo Piraquive'],
    ['a slip in a name of three letters', 'Lia Piraquive', 'Liz Piraquive'],
  ])('%s', (_what, one, other) => expect(score(one, other)).toBeGreaterThan(FIRST_SCORES.review))

  it('the order of two names does not matter, and a name scores 1 against itself', () => {
    const word = fc.constantFrom('juan', 'carlos', 'de', 'la', 'hoz', 'quiceno', 'gómez', 'muhammad', 'al', 'x', 'piraquive', 'ñáñez')
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), fc.array(word, { minLength: 1, maxLength: 6 }), (one, other) => {
        expect(score(one.join(' '), other.join(' '))).toBeCloseTo(score(other.join(' '), one.join(' ')), 1)
        if (analyseName(one.join(' '), 'person').weight > 0) expect(score(one.join(' '), one.join(' '))).toBeCloseTo(1)
      }),
    )
  })

  it('never stops early on a pair that would have reached the minimum', () => {
    const words = [
      'juan',
      'j',
      'carlos',
      'juancarlos',
      'de',
      'la',
      'delahoz',
      'hoz',
      'quiceno',
      'kiseno',
      'usma',
      'bin',
      'salman',
      'muhamad',
    ]
    const name = fc
      .array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 })
      .map((chosen) => analyseName(chosen.join(' '), 'person'))
    fc.assert(
      fc.property(name, name, fc.double({ min: 0, max: 1, noNaN: true }), (one, other, minimum) => {
        const [whole, early] = [compareNames(one, other), compareNames(one, other, minimum)]
        if (early === null) expect(whole.score).toBeLessThan(minimum)
        else expect(early).toEqual(whole)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('ADM-13 two people do not match', () => {
  it.each([
    ['another surname', 'Ubaldo Nicanor Piraquive Rojas', LISTED],
    ['another given name', 'Marina Quiceno Usma', 'Mariana Quiceno Usma'],
    ['surnames one letter apart that are both known', 'Andrés Felipe Hernández Usma', 'Andrés Felipe Fernández Usma'],
    ['usual names, part of another', 'Juan Pérez', 'Juan Carlos Pérez Gómez'],
    ['one name of several', 'Ubaldo', LISTED],
    ['two husbands', 'Amparo Lucila Quiceno de Gómez', 'Amparo Lucila Quiceno de Usma'],
    ['a man, whom no wife gave a name', 'Ubaldo Nicanor Quiceno de Gómez', 'Ubaldo Nicanor Quiceno Usma'],
    ['initials alone', 'N.N.', 'Nicanor Núñez'],
    ['two servants of God', 'Abdul Hakim Zarqawi', 'Abdul Basir Zarqawi'],
    ['two given names of Korea', 'Kim Song Min', 'Kim Song Chol'],
    ['the father and the son, of two words', 'Abdullah bin Omar al-Rawi', 'Omar bin Abdullah al-Rawi'],
    ['another sign of a script of syllables', '陈伟民', '陈伟东'],
    ['another name in Burmese', 'မောင် ကျော်', 'မောင် ခင်'],
    ['a name that is a title, and a surname', 'King Piraquive', 'Ubaldo Piraquive'],
    ['two known names, one the other backwards', 'Leon Quiceno Usma', 'Noel Quiceno Usma'],
    ['the father and the son', 'Salman bin Muhammad al-Rawi', 'Muhammad bin Salman al-Rawi'],
  ])('%s', (_what, one, other) => expect(score(one, other)).toBeLessThan(FIRST_SCORES.review))

  it('no common words, unreadable text and empty text score 0', () => {
    for (const name of ['', ' ', '---', 'ⴰⴱⵔ ⴰⴱⵔ', 'Wilches Uscátegui']) expect(score(name, LISTED)).toBe(0)
  })
})

describe('ADM-13 companies', () => {
  it.each([
    ['Agropecuaria Quimbayo S.A.S.', 'AGROPECUARIA QUIMBAYO SAS'],
    ['Agropecuaria Quimbayo Sociedad por Acciones Simplificada', 'Agropecuaria Quimbayo S.A.S.'],
    ['Comercializadora Piraquive Ltda.', 'Comercializadora Piraquive Limitada'],
    ['Fondo Quimbayo Tres', 'Fondo Quimbayo II'],
    ['Fondo Quimbayo XII', 'Fondo Quimbayo 12'],
    ['OAO Gazprom', 'Open Joint Stock Company Gasprom'],
    ['Brigada Cuarenta y Cuatro', 'Brigada 44'],
    ['Brigade Forty 4', 'Brigade forty-four'],
    ['Frente Décimo', '10º Frente'],
    ['21st Quimbayo Front', 'Twenty-first Quimbayo Front'],
    ['3er Frente Quimbayo', 'Tercer Frente Quimbayo'],
    ['7mo Bloque Quimbayo', 'Séptimo Bloque Quimbayo'],
    ['8va Brigada Quimbayo', 'Brigada Quimbayo 8ª'],
    ['Quimbayo Corporatoin', 'Quimbayo Corporation'],
    ['Piraquive Tunjano Joint Stock Compan', 'Piraquive Tunjano JSC'],
    ['quimbayolimited', 'Quimbayo Ltd'],
    ['Quimbayo Quimbayo S.A.S.', 'Quimbayo S.A.S.'],
    ['Quimbayo Obshchestvo s ogranichennoy otvetstvennostyu', 'OOO Quimbayo'],
    ['FLQ', 'Frente de Liberación Quimbayo'],
    ['ELQ', 'Ejército de Liberación Quimbayo'],
    ['U.P. Ministerio Quimbayo', 'Unión Piraquive Ministry Quimbayo'],
    ['Ejército de Liberación Quimbayo', 'Quimbayo Liberation Army'],
    ['Inbel Corporation', 'Intel Corporation'],
  ])('%s is %s', (one, other) => expect(score(one, other, 'organisation')).toBeGreaterThan(FIRST_SCORES.review))
  it.each([
    ['Inversiones Quimbayo S.A.S.', 'Inversiones Piraquive S.A.S.'],
    ['Comercializadora Internacional S.A.', 'Comercializadora Internacional Uscátegui S.A.'],
    ['Brigada Cuarenta y Cuatro', 'Frente Cuarenta y Cuatro'],
    ['AB S.A.', 'Andina Boyacense S.A.'],
    ['FLX', 'Frente de Liberación Quimbayo'],
    ['First Quimbayo', 'Second Piraquive'],
  ])('%s is not %s', (one, other) => expect(score(one, other, 'organisation')).toBeLessThan(FIRST_SCORES.review))
})

describe('ADM-13 identifiers', () => {
  it.each([
    ['cedula', '1.032.456.789', '01032456789'],
    ['nit', '800.197.268-4', '800197268'],
    ['nit', '8001972684', '800197268'],
    ['passport', 'av 123-456', 'AV123456'],
    ['crypto_address', '0xABCDEF0123456789abcdef0123456789ABCDEF01', '0xabcdef0123456789abcdef0123456789abcdef01'],
  ] as const)('%s %s is %s', (kind, one, other) => expect(comparable({ kind, value: one })).toBe(comparable({ kind, value: other })))

  it('the check digit of a NIT follows the algorithm of the DIAN', () => expect(nitCheckDigit('800197268')).toBe(4))
  it('a number that is too short identifies no person', () => expect(comparable({ kind: 'cedula', value: '123' })).toBeNull())
  it('addresses of other chains are case-sensitive', () =>
    expect(comparable({ kind: 'crypto_address', value: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' })).toBe(
      'address:1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
    ))
})

it.each([
  ['Teng Hsiao-ping', 'Deng Xiaoping'],
  ['Jo Yeongcheol', 'Cho Yong Chol'],
  ['عبد العزيز عباسي', 'Abdulaziz Abbasi'],
  ['فرناندو بيريز', 'Fernando Pérez'],
  ['ODLABU EVIUQARIP', 'Ubaldo Piraquive'],
  ['陈伟民', 'Chen Weimin'],
])('ADM-13 the index of the lists leads from %s to %s', (asked, listed) => {
  const others = Array.from({ length: 200 }, (_, at) => ({ ...party, id: `${at}`, names: [`Persona${at} Inventada Número${at}`] }))
  const { hits } = createScreener({ un: [...others, { ...party, id: 'listed', names: [listed] }] }).screen(person(asked), FIRST_SCORES)
  expect(hits.map(({ entryId }) => entryId)).toEqual(['listed'])
})

it.each([
  ['FLQ', 'Frente de Liberación Quimbayo'],
  ['Frente de Liberación Quimbayo', 'FLQ'],
])('ADM-13 the index of the lists leads from the organisation %s to %s', (asked, listed) => {
  const company = (id: string, name: string): ListedParty => ({ ...party, id, type: 'organisation', names: [name] })
  const others = Array.from({ length: 200 }, (_, at) => company(`${at}`, `Empresa${at} Inventada Número${at}`))
  const screener = createScreener({ un: [...others, company('listed', listed)] })
  const { hits } = screener.screen(person(asked, { type: 'organisation' }), FIRST_SCORES)
  expect(hits.map(({ entryId, name }) => [entryId, name?.comparison.matches.map(({ by }) => by)])).toEqual([['listed', ['initials']]])
})

it('ADM-13 reports that a match of an organisation is by its initials', () => {
  const listed: ListedParty = { ...party, id: 'listed', type: 'organisation', names: ['Ejército de Liberación Quimbayo'] }
  const asked = person('ELQ', { type: 'organisation' })
  const [hit] = createScreener({ un: [listed] }).screen(asked, FIRST_SCORES).hits
  expect(hit && explain(hit, asked, listed)).toContain('«elq» con «ejercito de liberacion quimbayo»: siglas (90 %).')
})

describe('ADM-13 screening a person', () => {
  const entries: ListedParty[] = [
    { ...party, id: 'ubaldo', names: [LISTED], birthYears: [1970], countries: ['CO'], gender: 'male' },
    { ...party, id: 'numbered', names: ['Wilches Sin Nombre'], identifiers: [{ kind: 'cedula', value: '79.123.456' }] },
    {
      ...party,
      id: 'company',
      type: 'organisation',
      names: ['Agropecuaria Quimbayo S.A.S.'],
      identifiers: [{ kind: 'nit', value: '800197268-4' }],
    },
    ...Array.from({ length: 300 }, (_, at) => ({ ...party, id: `other-${at}`, names: [`Persona${at} Inventada Número${at}`] })),
  ]
  const screener = createScreener({ un: entries })

  it('the same number is a hit with any name, and the number is reported', () => {
    const [hit] = screener.screen(
      person('Otra Persona Cualquiera', { identifiers: [{ kind: 'cedula', value: '79123456' }] }),
      FIRST_SCORES,
    ).hits
    expect(hit).toMatchObject({ entryId: 'numbered', score: 1, identifier: { value: '79123456' } })
  })
  it('a name with the same year of birth stops; with another year it needs a review by an officer', () => {
    const stopped = screener.screen(person('Ubaldo Nicanor Piraquive de la Hoz', { birthYear: 1970 }), FIRST_SCORES).hits
    expect(stopped[0]).toMatchObject({ entryId: 'ubaldo', birth: 'agrees' })
    expect(stopped[0]?.score).toBeGreaterThanOrEqual(FIRST_SCORES.stop)
    const [looked] = screener.screen(person('Ubaldo Nicanor Piraquive de la Hoz', { birthYear: 1990 }), FIRST_SCORES).hits
    expect(looked?.birth).toBe('differs')
    expect(looked?.score).toBeLessThan(FIRST_SCORES.stop)
    expect(looked?.score).toBeGreaterThanOrEqual(FIRST_SCORES.review)
  })
  it('another sex lowers the similarity, and does not release a person whom the name would stop', () => {
    const alike = 'Uvaldo Nikanor Pirakibe'
    const scoreOf = (name: string, gender: 'male' | 'female' | null) =>
      screener.screen(person(name, { gender }), { ...FIRST_SCORES, review: 0.5 }).hits[0]?.score ?? 0
    expect(scoreOf(alike, null)).toBeLessThan(FIRST_SCORES.stop)
    expect(scoreOf(alike, 'female')).toBeCloseTo(0.9 * scoreOf(alike, null))
    expect(scoreOf(alike, 'male')).toBe(scoreOf(alike, null))
    expect(scoreOf(LISTED, 'female')).toBeGreaterThanOrEqual(FIRST_SCORES.stop)
    expect(screener.screen(person(alike, { gender: 'female' }), { ...FIRST_SCORES, review: 0.5 }).hits[0]?.gender).toBe('differs')
  })
  it('an ordinary person is no hit, and a person does not match a company', () => {
    expect(screener.screen(person('Ana María Gómez Rojas'), FIRST_SCORES).hits).toEqual([])
    expect(screener.screen(person('Agropecuaria Quimbayo'), FIRST_SCORES).hits).toEqual([])
  })
  it('answers for any input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (name) => screener.screen(person(name), FIRST_SCORES).hits.length < 60),
    )
  })
})

describe('ADM-13 the bounds of a search', () => {
  const namesakes = (count: number, name: string, more: Partial<ListedParty> = {}): ListedParty[] =>
    Array.from({ length: count }, (_, at) => ({ ...party, id: `n${at}`, names: [name], ...more }))
  const similar: ListedParty = { ...party, id: 'similar', names: [`${LISTED} Busbanzá`] }
  const listsOf = ({ hits }: ReturnType<ReturnType<typeof createScreener>['screen']>) => new Set(hits.map(({ list }) => list))

  it('hold for each list: many politically exposed persons displace no sanctioned one', () => {
    const found = createScreener({ pep: namesakes(300, LISTED), un: [similar] }).screen(person(LISTED), FIRST_SCORES)
    expect([listsOf(found), found.cut]).toEqual([new Set(['un', 'pep']), ['pep']])
  })
  it('hold for each list: the same number on a PEP list displaces no sanctioned person', () => {
    const identifiers = [{ kind: 'cedula', value: '79123456' }] as const
    const lists = { pep: namesakes(300, 'Otro Nombre', { identifiers }), un: [similar] }
    expect(listsOf(createScreener(lists).screen(person(LISTED, { identifiers: [...identifiers] }), FIRST_SCORES))).toEqual(
      new Set(['un', 'pep']),
    )
  })
  it('count no politically exposed person below their threshold', () => {
    const scoreOfIt = createScreener({ un: [similar] }).screen(person(LISTED), FIRST_SCORES).hits[0]?.score ?? 0
    const [{ names, ...rest } = similar] = [similar]
    const below = Array.from({ length: 55 }, (_, at): ListedParty => ({ ...rest, names, id: `b${at}` }))
    const found = createScreener({ pep: below }).screen(person(LISTED), { ...FIRST_SCORES, pep: scoreOfIt + 0.001 })
    expect(found).toEqual({ hits: [], cut: [] })
  })
  it('count entries, not names: an entry with many spellings displaces no other', () => {
    const spellings = Array.from({ length: 90 }, (_, at) => `${LISTED} ${'abcdefghi'[at % 9]}${'klmnopqrst'[Math.floor(at / 9)]}`)
    const lists = {
      un: [
        { ...party, id: 'many', names: [LISTED, ...spellings] },
        { ...similar, names: [`${LISTED} Busbanzá Cucaita`] },
      ],
    }
    const { hits } = createScreener(lists).screen(person(LISTED), FIRST_SCORES)
    expect(hits.map(({ entryId }) => entryId)).toEqual(['many', 'similar'])
  })
  it('keep the year of birth decisive among namesakes of one list', () => {
    const lists = { un: [...namesakes(200, LISTED, { birthYears: [1950] }), { ...party, id: 'same', names: [LISTED], birthYears: [1970] }] }
    expect(createScreener(lists).screen(person(LISTED, { birthYear: 1970 }), FIRST_SCORES).hits[0]?.entryId).toBe('same')
  })
  it('do not hold for entries of which the customer has hits, so the next search gives others', () => {
    const screener = createScreener({ un: [...namesakes(120, LISTED), similar] })
    const known = [{ list: 'un', entryId: 'similar' } as const]
    const idsOf = (found: ReturnType<typeof screener.screen>) => found.hits.map(({ entryId }) => entryId)
    expect(idsOf(screener.screen(person(LISTED), FIRST_SCORES))).not.toContain('similar')
    const first = screener.screen(person(LISTED), FIRST_SCORES, known)
    expect([first.hits.length, idsOf(first).at(-1), first.cut]).toEqual([51, 'similar', ['un']])
    const second = screener.screen(person(LISTED), FIRST_SCORES, first.hits)
    expect([second.hits.length, second.cut]).toEqual([101, ['un']])
    const third = screener.screen(person(LISTED), FIRST_SCORES, second.hits)
    expect([third.hits.length, third.cut]).toEqual([121, []])
    expect(idsOf(screener.screen(person('Ana Rojas'), FIRST_SCORES, known))).toEqual([])
  })
})

it('transliterates the scripts of the lists, and omits all others', () => {
  expect(['Ñúñez', 'Жириновский', 'Łukasz', 'عثمان', '習近平', 'ⴰⴱⵔ'].map(transliterate)).toEqual([
    'nunez',
    'zhirinovskiy',
    'lukasz',
    'athman',
    'xi jin ping ',
    '',
  ])
})

describe('ADM-13 a hostile list exhausts neither the time nor the memory of a process', () => {
  it('two hundred thousand entries with one number, and endless words', () => {
    const identifiers = [{ kind: 'cedula', value: '79123456' }] as const
    const equals = Array.from({ length: 200_000 }, (_, id): ListedParty => ({ ...party, id: `${id}`, names: [], identifiers }))
    const endless = (id: number): ListedParty => ({ ...party, id: `w${id}`, names: [`${'bdfklmnprst'.repeat(180)}${id}`] })
    const screener = createScreener({ un: [...equals, ...Array.from({ length: 200 }, (_, id) => endless(id))] })
    expect(
      screener.screen(person('Ana Rojas', { identifiers: [...identifiers] }), FIRST_SCORES).hits.every(({ score }) => score === 1),
    ).toBe(true)
  })
})
