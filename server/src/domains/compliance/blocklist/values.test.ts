/** Values of the blocklist: one value in any spelling, and none that is shared by all. */
import { describe, expect, it } from 'vitest'
import { isRefusal } from '../../../platform/http/refusal.ts'
import { bankAccountTexts, bankNamed } from './bank-accounts.ts'
import { networksOf } from './networks.ts'
import { domainsOf, emailOf, readValue } from './values.ts'

const read = (...args: Parameters<typeof readValue>) => {
  const value = readValue(...args)
  return isRefusal(value) ? value.code : value
}

describe('ADM-15 a value of the blocklist', () => {
  it.each([
    ['document', ['1.020.304.050', '1020304050', '01020304050']],
    ['nit', ['900.123.456-8', '900123456', '9001234568']],
    ['phone', ['+57 320 987 6543', '3209876543', '57-320-987-65-43']],
    ['bank_account', ['123-456789-01', '12345678901']],
    ['bank_account', ['Bancolombia 123-456789-01', 'BANCOLOMBIA: 12345678901']],
    ['email', ['Ana.Ruiz+promo@Gmail.com', 'anaruiz@googlemail.com']],
    ['domain', ['@Malos.example', 'malos.example']],
    ['network', ['203.0.113.7/32', '203.0.113.7', '::ffff:203.0.113.7', '::ffff:cb00:7107', '::FFFF:CB00:7107/128']],
    ['address', ['0xABCDEF0123456789abcdef0123456789ABCDEF01', '0xabcdef0123456789abcdef0123456789abcdef01']],
    ['name', ['José de la Peña Ruiz', 'RUIZ PENA, JOSE']],
  ] as const)('%s is the same in any spelling', (kind, typed) => {
    const texts = typed.map((one) => read(kind, one)).map((value) => (typeof value === 'string' ? value : value.text))
    expect(new Set(texts).size).toBe(1)
    expect(texts[0]).not.toMatch(/^blacklist\./)
  })

  it.each([
    ['document', '12'],
    ['nit', 'nada'],
    ['phone', '123'],
    ['bank_account', '12'],
    ['bank_account', 'Banco de Nadie 12345678901'],
    ['bank_account', 'Global66'],
    ['email', 'sin-arroba'],
    ['domain', 'com'],
    ['network', '300.1.1.1'],
    ['network', '203.0.113.0/33'],
    ['network', '::ffff:203.0.113.0/95'],
    ['network', '2001:db8::/129'],
    ['network', '127.1'],
    ['address', '0x12'],
    ['name', 'Ana'],
  ] as const)('%s %s is not a valid value', (kind, typed) => {
    expect(read(kind, typed)).toBe('blacklist.value_invalid')
  })

  it.each([
    ['domain', 'gmail.com'],
    ['domain', 'com.co'],
    ['network', '203.0.0.0/8'],
    ['network', '0.0.0.0/0'],
    ['network', '127.0.0.1'],
    ['network', '10.1.2.0/24'],
    ['network', '2001:db8::/16'],
    ['network', '::1'],
    ['network', '::2/32'],
    ['network', '::ffff:10.0.0.0/16'],
    ['network', '::ffff:10.1.2.3'],
    ['network', '::ffff:192.168.7.0/24'],
    ['network', '::ffff:a01:203'],
    ['network', '::ffff:a00:0/112'],
    ['network', '::ffff:0:0/96'],
    ['network', 'fd12:3456::/32'],
  ] as const)('%s %s would block all customers', (kind, typed) => {
    expect(read(kind, typed)).toBe('blacklist.too_wide')
  })

  it('a network is found by each of its addresses and by no other', () => {
    const text = (typed: string) => {
      const value = read('network', typed)
      return typeof value === 'string' ? value : value.text
    }
    expect(networksOf('203.0.113.77')).toContain(text('203.0.113.0/24'))
    expect(networksOf('::ffff:203.0.113.77')).toContain(text('203.0.113.64/26'))
    expect(networksOf('::ffff:cb00:714d')).toContain(text('::ffff:cb00:7100/120'))
    expect(networksOf('203.0.113.77')).toContain(text('::ffff:cb00:7100/120'))
    expect(networksOf('203.0.114.77')).not.toContain(text('203.0.113.0/24'))
    expect(networksOf('2001:db8:1:2::9')).toContain(text('2001:db8:1::/48'))
    expect(networksOf('2001:db8:2:2::9')).not.toContain(text('2001:db8:1::/48'))
    expect(networksOf('unix:')).toEqual([])
    expect(read('network', '::ffff:203.0.113.77/24')).toMatchObject({ text: text('203.0.113.0/24'), masked: '203.0.113.0/24' })
    expect(read('network', '2001:DB8:1:2::9/48')).toMatchObject({ masked: '2001:db8:1::/48' })
  })

  it('an e-mail is checked with its domain and parent domains, and no masked text discloses the value', () => {
    expect(domainsOf('x@correo.malos.example')).toEqual(['correo.malos.example', 'malos.example'])
    expect(emailOf('a.b@otro.example')).toBe('a.b@otro.example')
    for (const [kind, typed] of [
      ['document', '1020304050'],
      ['email', 'ana.ruiz@otro.example'],
      ['name', 'Ana Ruiz Peña'],
    ] as const)
      expect(JSON.stringify(read(kind, typed)).split('"masked":')[1]).not.toContain(typed.slice(2, 6))
  })
})

describe('ADM-15 a bank account of the blocklist', () => {
  const listed = (typed: string) => {
    const value = readValue('bank_account', typed)
    return isRefusal(value) ? value.code : value.text
  }
  const bancolombia = { bankId: 23, number: '123-456789-01' }

  it('belongs to its bank: the same number at another bank is another account; without a bank it matches any', () => {
    expect(bankAccountTexts(bancolombia)).toContain(listed('Bancolombia 12345678901'))
    expect(bankAccountTexts({ ...bancolombia, bankId: 34 })).not.toContain(listed('Bancolombia 12345678901'))
    for (const bankId of [23, 34, null]) expect(bankAccountTexts({ ...bancolombia, bankId })).toContain(listed('12345678901'))
  })

  it('with an unknown bank may match each; too short a number matches none', () => {
    expect(bankAccountTexts({ ...bancolombia, bankId: null })).toContain(listed('Bancolombia 12345678901'))
    expect(bankAccountTexts({ ...bancolombia, number: '12' })).toEqual([])
  })

  it('is recognised by the full name of its bank, in any spelling, with or without digits in the name', () => {
    expect(['itaú', 'ITAU (antes Corpbanca)', 'Global66', 'BANCO DE BOGOTA', 'Nuevo Banco', 'Nu', ''].map(bankNamed)).toEqual([
      38,
      39,
      36,
      9,
      null,
      46,
      null,
    ])
    expect([listed('Global66 12345678'), listed('Itaú (antes Corpbanca) 12345678')]).toEqual(['36 12345678', '39 12345678'])
    expect(readValue('bank_account', 'Nequi 3001234567')).toMatchObject({ masked: 'Nequi •••567' })
  })
})
