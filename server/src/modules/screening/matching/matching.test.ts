/** Names and identifiers as they are compared (ADM-13: list hits). All people here are made up. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analyseName, type NameType } from './analyse-name.ts'
import { compareNames } from './compare-names.ts'
import { comparable, nitCheckDigit } from './identifiers.ts'
import { createScreener, type ListedParty, REVIEW_SCORE, type ScreenedParty, STOP_SCORE } from './screen.ts'
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

describe('ADM-13 two spellings of one name are one name', () => {
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
  ])('%s', (_what, name) => expect(score(name, LISTED)).toBeGreaterThan(REVIEW_SCORE))

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
  ])('%s', (_what, one, other) => expect(score(one, other)).toBeGreaterThan(REVIEW_SCORE))

  it('whatever the order of two names, and one compared with itself is 1', () => {
    const word = fc.constantFrom('juan', 'carlos', 'de', 'la', 'hoz', 'quiceno', 'gómez', 'muhammad', 'al', 'x', 'piraquive', 'ñáñez')
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), fc.array(word, { minLength: 1, maxLength: 6 }), (one, other) => {
        expect(score(one.join(' '), other.join(' '))).toBeCloseTo(score(other.join(' '), one.join(' ')), 1)
        if (analyseName(one.join(' '), 'person').weight > 0) expect(score(one.join(' '), one.join(' '))).toBeCloseTo(1)
      }),
    )
  })

  it('none is given up early that would have reached the minimum', () => {
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

describe('ADM-13 two people are two people', () => {
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
    ['the father and the son', 'Salman bin Muhammad al-Rawi', 'Muhammad bin Salman al-Rawi'],
  ])('%s', (_what, one, other) => expect(score(one, other)).toBeLessThan(REVIEW_SCORE))

  it('nothing in common, nothing readable, or nothing at all is 0', () => {
    for (const name of ['', ' ', '---', 'ប៉ុល ពត', 'Wilches Uscátegui']) expect(score(name, LISTED)).toBe(0)
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
  ])('%s is %s', (one, other) => expect(score(one, other, 'organisation')).toBeGreaterThan(REVIEW_SCORE))
  it.each([
    ['Inversiones Quimbayo S.A.S.', 'Inversiones Piraquive S.A.S.'],
    ['Comercializadora Internacional S.A.', 'Comercializadora Internacional Uscátegui S.A.'],
  ])('%s is not %s', (one, other) => expect(score(one, other, 'organisation')).toBeLessThan(REVIEW_SCORE))
})

describe('ADM-13 identifiers', () => {
  it.each([
    ['cedula', '1.032.456.789', '01032456789'],
    ['nit', '800.197.268-4', '800197268'],
    ['nit', '8001972684', '800197268'],
    ['passport', 'av 123-456', 'AV123456'],
    ['crypto_address', '0xABCDEF0123456789abcdef0123456789ABCDEF01', '0xabcdef0123456789abcdef0123456789abcdef01'],
  ] as const)('%s %s is %s', (kind, one, other) => expect(comparable({ kind, value: one })).toBe(comparable({ kind, value: other })))

  it('the check digit of a NIT is that of the DIAN', () => expect(nitCheckDigit('800197268')).toBe(4))
  it('too short a number is nobody’s', () => expect(comparable({ kind: 'cedula', value: '123' })).toBeNull())
  it('addresses of other chains keep their capitals', () =>
    expect(comparable({ kind: 'crypto_address', value: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' })).toBe(
      'address:1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
    ))
})

it.each([
  ['Teng Hsiao-ping', 'Deng Xiaoping'],
  ['Jo Yeongcheol', 'Cho Yong Chol'],
  ['عبد العزيز عباسي', 'Abdulaziz Abbasi'],
  ['فرناندو بيريز', 'Fernando Pérez'],
])('ADM-13 the index of the lists leads from %s to %s', (asked, listed) => {
  const others = Array.from({ length: 200 }, (_, at) => ({ ...party, id: `${at}`, names: [`Persona${at} Inventada Número${at}`] }))
  const hits = createScreener([...others, { ...party, id: 'listed', names: [listed] }]).screen(person(asked))
  expect(hits.map(({ entryId }) => entryId)).toEqual(['listed'])
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
  const screener = createScreener(entries)

  it('the same number is a hit whatever the name, and says which', () => {
    const [hit] = screener.screen(person('Otra Persona Cualquiera', { identifiers: [{ kind: 'cedula', value: '79123456' }] }))
    expect(hit).toMatchObject({ entryId: 'numbered', score: 1, identifier: { value: '79123456' } })
  })
  it('a name with the same year of birth stops; with another year an officer looks', () => {
    const stopped = screener.screen(person('Ubaldo Nicanor Piraquive de la Hoz', { birthYear: 1970 }))
    expect(stopped[0]).toMatchObject({ entryId: 'ubaldo', birth: 'agrees' })
    expect(stopped[0]?.score).toBeGreaterThanOrEqual(STOP_SCORE)
    const [looked] = screener.screen(person('Ubaldo Nicanor Piraquive de la Hoz', { birthYear: 1990 }))
    expect(looked?.birth).toBe('differs')
    expect(looked?.score).toBeLessThan(STOP_SCORE)
    expect(looked?.score).toBeGreaterThanOrEqual(REVIEW_SCORE)
  })
  it('an ordinary person is no hit, nor a person for a company', () => {
    expect(screener.screen(person('Ana María Gómez Rojas'))).toEqual([])
    expect(screener.screen(person('Agropecuaria Quimbayo'))).toEqual([])
  })
  it('whatever is typed, it answers', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (name) => screener.screen(person(name)).length < 60))
  })
})

it('transliterates what lists are written in, and leaves the rest out', () => {
  expect(['Ñúñez', 'Жириновский', 'Łukasz', 'عثمان', '習近平'].map(transliterate)).toEqual([
    'nunez',
    'zhirinovskiy',
    'lukasz',
    'athman',
    '',
  ])
})

describe('ADM-13 a hostile list takes neither the time nor the memory of a process', () => {
  it('two hundred thousand entries with one number, and words without an end', () => {
    const identifiers = [{ kind: 'cedula', value: '79123456' }] as const
    const twins = Array.from({ length: 200_000 }, (_, id): ListedParty => ({ ...party, id: `${id}`, names: [], identifiers }))
    const endless = (id: number): ListedParty => ({ ...party, id: `w${id}`, names: [`${'bdfklmnprst'.repeat(180)}${id}`] })
    const screener = createScreener([...twins, ...Array.from({ length: 200 }, (_, id) => endless(id))])
    expect(screener.screen(person('Ana Rojas', { identifiers: [...identifiers] })).every(({ score }) => score === 1)).toBe(true)
  })
})
