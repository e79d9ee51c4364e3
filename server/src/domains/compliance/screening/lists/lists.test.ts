/** Official list formats, with made-up people: what is parsed, and the line that is reported when a file is broken. */
import { describe, expect, it } from 'vitest'
import { FileFault } from '../../../../platform/files/file-text.ts'
import { readEu } from './read-eu.ts'
import { readOfac } from './read-ofac.ts'
import { readPep } from './read-pep.ts'
import { readUn } from './read-un.ts'
import type { ListReader } from './types.ts'

const OFAC = [
  '7001,"PIRAQUIVE DE LA HOZ, Ubaldo Nicanor","individual","SDNTK",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"DOB 10 Mar 1970; POB Sogamoso, Colombia; nationality Colombia; Gender Male; Cedula No. 79123456 (Colombia); Passport AV123456 (Colombia); Digital Currency Address - XBT 1BoatSLRHtKNngkdXEeobR76b53LETtpyT; alt. Digital Currency Address - ETH 0xABCDEF0123456789abcdef0123456789ABCDEF01; a.k.a. \'EL PROFE\'."',
  '7002,"AGROPECUARIA QUIMBAYO ""LA GRANDE"" LTDA.",-0- ,"SDNT",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"NIT # 800197268-4 (Colombia)."',
  '7001,901,"aka","PIRAQUIVE, Ubaldino",-0- ',
  '7002,55,"Calle 1","Cali","Colombia",-0- ',
  '\u001a',
].join('\r\n')
const UN = `<?xml version="1.0" encoding="UTF-8"?>
<CONSOLIDATED_LIST dateGenerated="2026-01-01"><!-- made up -->
  <INDIVIDUALS><INDIVIDUAL>
    <DATAID>41</DATAID><FIRST_NAME>UBALDO</FIRST_NAME><SECOND_NAME>WILCHES &amp; MUTIS</SECOND_NAME>
    <NAME_ORIGINAL_SCRIPT>خالد</NAME_ORIGINAL_SCRIPT><UN_LIST_TYPE>TEST</UN_LIST_TYPE><REFERENCE_NUMBER>TEi.001</REFERENCE_NUMBER>
    <NATIONALITY><VALUE>Colombia</VALUE></NATIONALITY>
    <INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>Balito</ALIAS_NAME></INDIVIDUAL_ALIAS>
    <INDIVIDUAL_DATE_OF_BIRTH><YEAR>1970</YEAR></INDIVIDUAL_DATE_OF_BIRTH>
    <INDIVIDUAL_DOCUMENT><TYPE_OF_DOCUMENT>Passport</TYPE_OF_DOCUMENT><NUMBER>AV123456</NUMBER></INDIVIDUAL_DOCUMENT>
  </INDIVIDUAL></INDIVIDUALS>
  <ENTITIES><ENTITY><DATAID>42</DATAID><FIRST_NAME><![CDATA[GRUPO <INVENTADO>]]></FIRST_NAME><SORT_KEY/></ENTITY></ENTITIES>
</CONSOLIDATED_LIST>`
const EU = `<export xmlns="http://eu.europa.ec/fpi/fsd/export"><sanctionEntity logicalId="13" euReferenceNumber="EU.1.1">
  <regulation programme="TEST"/><regulation programme="TERR"/><regulation programme="TEST"/><subjectType code="person" classificationCode="P"/>
  <nameAlias wholeName="Ubaldo Wilches" gender="M"/><nameAlias firstName="Balito" lastName="Wilches"/>
  <citizenship countryIso2Code="CO"/><birthdate year="1970"/><identification number="AV123456" identificationTypeDescription="National passport"/>
</sanctionEntity></export>`
const PEP =
  'id,name,document,role,entity,birth_year,end_date\r\n1,"Ubaldo Wilches",79123456,Alcalde,"Municipio Inventado",1970,2025-12-31\r\n'

const bytes = (text: string) => Buffer.from(text)
/** Pieces of `size`, so that no piece ends where a field does. */
function* pieces(text: string, size: number) {
  const content = bytes(text)
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size)
}
async function read(reader: ListReader, text: string, size = 7) {
  const entries = []
  for await (const { entry } of reader(pieces(text, size))) entries.push(entry)
  return entries
}
const fault = (reader: ListReader, text: string | Uint8Array) =>
  (async () => {
    for await (const _entry of reader([typeof text === 'string' ? bytes(text) : text]));
  })().then(
    () => null,
    (error: unknown) => (error instanceof FileFault ? { line: error.line, detail: error.detail.es } : Promise.reject(error)),
  )

describe('ADM-13 official list formats', () => {
  it('OFAC: names from all three files, documents, births and blockchain addresses from the remarks', async () => {
    const [person, company, ...others] = await read(readOfac, OFAC)
    expect(others).toEqual([])
    expect(person).toEqual({
      id: '7001',
      type: 'person',
      names: ['PIRAQUIVE DE LA HOZ, Ubaldo Nicanor', 'EL PROFE', 'PIRAQUIVE, Ubaldino'],
      nameSources: [{ name: 'EL PROFE', source: 'EL PROFE', quality: 'low' }],
      identifiers: [
        { kind: 'cedula', value: '79123456' },
        { kind: 'passport', value: 'AV123456' },
        { kind: 'crypto_address', value: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' },
        { kind: 'crypto_address', value: '0xABCDEF0123456789abcdef0123456789ABCDEF01' },
      ],
      birthYears: [1970],
      countries: ['CO'],
      gender: 'male',
      reason: 'SDNTK',
      office: null,
    })
    expect(company).toMatchObject({ type: 'organisation', names: ['AGROPECUARIA QUIMBAYO "LA GRANDE" LTDA.'], countries: ['CO'] })
    expect(company?.identifiers).toEqual([{ kind: 'nit', value: '800197268-4' }])
  })

  it('OFAC: remarks beyond their first 1,000 characters come from sdn_comments.csv, also when a word is split', async () => {
    const address = '0xABCDEF0123456789abcdef0123456789ABCDEF02'
    const long = `DOB 10 Mar 1970; ${'Secondary sanctions risk; '.repeat(40)}Digital Currency Address - ETH ${address}; a.k.a. 'EL DOCTOR'.`
    const sdn = (remarks: string) => `7001,"WILCHES, Ubaldo","individual","SDNTK",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"${remarks}"`
    for (const cut of [1_000, long.indexOf(address) + 7, long.indexOf(address)]) {
      const [person] = await read(
        readOfac,
        [sdn(long.slice(0, cut)), '7001,901,"aka","WILCHES, Balito",-0- ', `7001,"${long.slice(cut)}"`].join('\r\n'),
      )
      expect(person).toMatchObject({ names: ['WILCHES, Ubaldo', 'EL DOCTOR', 'WILCHES, Balito'], birthYears: [1970] })
      expect(person?.identifiers).toEqual([{ kind: 'crypto_address', value: address }])
    }
    const alone = `${sdn('Short.')}\n${sdn(long.slice(0, 1_000)).replace('7001', '7002')}`
    expect(await fault(readOfac, alone)).toEqual({ line: 2, detail: expect.stringContaining('sdn_comments.csv') })
    expect(await fault(readOfac, `${sdn('Short.')}\n7009,"more"`)).toMatchObject({ line: 2 })
  })

  it('ONU: includes names in the original script and aliases', async () => {
    const [person, group] = await read(readUn, UN)
    expect(person).toMatchObject({ id: '41', names: ['UBALDO WILCHES & MUTIS', 'خالد', 'Balito'], birthYears: [1970], countries: ['CO'] })
    expect(person?.identifiers).toEqual([{ kind: 'passport', value: 'AV123456' }])
    expect(group).toMatchObject({ id: '42', type: 'organisation', names: ['GRUPO <INVENTADO>'] })
  })

  it('B1 several names in one field become separate names, with their source field and their quality', async () => {
    const field = '(a) Balito Wilches, (b) Ubaldino Mutis (previously listed as Nicanor Wilches)'
    const apart = ['Balito Wilches', 'Ubaldino Mutis', 'Nicanor Wilches']
    const sources = (quality: string) => apart.map((name) => ({ name, source: field, quality }))
    const un = UN.replace('<QUALITY>Good</QUALITY><ALIAS_NAME>Balito<', `<QUALITY>Low</QUALITY><ALIAS_NAME>${field}<`)
    const [first] = await read(readUn, un)
    expect(first).toMatchObject({ names: ['UBALDO WILCHES & MUTIS', 'خالد', ...apart], nameSources: sources('low') })
    const eu = EU.replace('firstName="Balito" lastName="Wilches"', `wholeName="${field}" strong="false"`)
    expect((await read(readEu, eu))[0]).toMatchObject({ names: ['Ubaldo Wilches', ...apart], nameSources: sources('low') })
    const ofac = await read(readOfac, OFAC.replace('"PIRAQUIVE, Ubaldino"', `"${field}"`))
    expect(ofac[0]?.names.slice(2)).toEqual(apart)
    expect(ofac[0]?.nameSources?.slice(1)).toEqual(sources('good'))
    const [person] = await read(readPep, PEP.replace('Ubaldo Wilches', field))
    expect(person).toMatchObject({ names: apart, nameSources: sources('good') })
  })

  it('reads the European Union and PEP lists', async () => {
    expect(await read(readEu, EU)).toMatchObject([
      {
        id: '13',
        type: 'person',
        names: ['Ubaldo Wilches', 'Balito Wilches'],
        birthYears: [1970],
        countries: ['CO'],
        gender: 'male',
        reason: 'TEST, TERR',
      },
    ])
    const office = { role: 'Alcalde', entity: 'Municipio Inventado', until: '2025-12-31' }
    expect(await read(readPep, PEP)).toMatchObject([{ id: '1', names: ['Ubaldo Wilches'], birthYears: [1970], office }])
  })

  it('reads a file in pieces of any size', async () => {
    for (const [reader, text] of [
      [readOfac, OFAC],
      [readUn, UN],
      [readEu, EU],
      [readPep, PEP],
    ] as const) {
      const whole = await read(reader, text, 100_000)
      for (const size of [1, 2, 3, 64]) expect(await read(reader, text, size)).toEqual(whole)
    }
  })
})

describe('ADM-13 a broken file is reported with its line', () => {
  it.each([
    ['cut off inside a field', readOfac, OFAC.slice(0, OFAC.indexOf('QUIMBAYO')), 2],
    ['another number of columns', readOfac, `${OFAC.slice(0, -1)}7001,1,2\n`, 5],
    ['no number at the beginning', readOfac, '"ent_num","name"\n', 1],
    ['the same entry twice', readOfac, `${OFAC.split('\r\n')[1]}\n${OFAC.split('\r\n')[1]}\n`, 2],
    ['other names of no entry', readOfac, '9,901,"aka","X",-0-\n', 1],
    ['cut off', readUn, UN.slice(0, UN.indexOf('</INDIVIDUALS>')), 10],
    ['closed wrongly', readUn, UN.replace('</SECOND_NAME>', '</THIRD_NAME>'), 4],
    ['another list', readUn, EU, 1],
    ['a document type', readUn, `<!DOCTYPE x [<!ENTITY a "b">]>${UN}`, 1],
    ['an entity that is not declared', readUn, UN.replace('&amp;', '&xxe;'), 4],
    ['an entity by the name of what every object has', readUn, UN.replace('&amp;', '&constructor;'), 4],
    ['half of a letter', readUn, UN.replace('&amp;', '&#xD800;'), 4],
    ['a zero byte', readPep, PEP.replace('Wilches', 'Wil\0ches'), 1],
    ['without a name', readUn, UN.replace('<FIRST_NAME>UBALDO</FIRST_NAME><SECOND_NAME>WILCHES &amp; MUTIS</SECOND_NAME>', ''), 3],
    ['no XML at all', readEu, 'hola', 1],
    ['a column missing', readPep, 'id,name\n1,X\n', 1],
    ['a day that is none', readPep, PEP.replace('2025-12-31', '31/12/2025'), 2],
  ])('%s', async (_what, reader, text, line) => expect(await fault(reader, text)).toMatchObject({ line }))

  it('refuses text that is not UTF-8', async () => {
    expect((await fault(readPep, Buffer.from(PEP.replace('Wilches', 'Wilchés'), 'latin1')))?.detail).toBe('el texto no es UTF-8')
  })
  it('an endless field does not fill the memory', async () => {
    expect(await fault(readOfac, `1,"${'x'.repeat(30_000)}`)).toMatchObject({ line: 1 })
    expect(await fault(readUn, `<CONSOLIDATED_LIST><INDIVIDUALS><INDIVIDUAL><DATAID ${'x'.repeat(200_000)}`)).toMatchObject({ line: 1 })
  })
  it('a file in one line takes time linear in its size, not quadratic', async () => {
    const entity = (id: number) => `<ENTITY><DATAID>${id}</DATAID><FIRST_NAME>GRUPO INVENTADO</FIRST_NAME></ENTITY>`
    const text = `<CONSOLIDATED_LIST>${Array.from({ length: 60_000 }, (_, id) => entity(id)).join('')}</CONSOLIDATED_LIST>`
    let entries = 0
    for await (const _entry of readUn([bytes(text)])) entries++
    expect(entries).toBe(60_000)
  })
})
