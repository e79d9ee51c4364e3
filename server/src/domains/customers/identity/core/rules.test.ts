import { describe, expect, it } from 'vitest'
import { isCommonPassword } from './passwords.ts'
import { checkPassword, decideRefresh, isForeignPage, isSessionOver, normalizeEmail } from './rules.ts'

const codeFor = (password: string, email = 'maria.lopez@correo.example') => checkPassword(password, email, isCommonPassword)?.code ?? null

describe('e-mail', () => {
  it.each([
    [' Maria.Lopez@Correo.Example ', 'maria.lopez@correo.example'],
    ['a+b@correo.co', 'a+b@correo.co'],
    ['sin-arroba.example', null],
    ['a@b', null],
    ['a@b.example, c@d.example', null],
    ['a@b.example\nbcc: c@d.example', null],
    [`${'a'.repeat(250)}@b.example`, null],
  ])('%j is kept as %j', (typed, kept) => expect(normalizeEmail(typed)).toBe(kept))
})

describe('ID-01 password', () => {
  it.each([
    'tres gatos en la ventana',
    'ñandú-veloz-77',
    '🦜🦜🐸🐸🦋🦋🌿🌿🌊🌊',
    'oro-muisca-de-prueba',
    'maria.lopez y sus doce gatos',
    'xxxVm4!q8Zt',
  ])('takes %s', (password) => expect(codeFor(password)).toBeNull())
  it.each([
    ['nueve car', 'identity.password_too_short'],
    ['🦜🦜🐸🐸🦋🦋🌿🌿🌊', 'identity.password_too_short'],
    ['una frase '.repeat(13), 'identity.password_too_long'],
    ['1234567890', 'identity.password_too_common'],
    ['Qwerty12345', 'identity.password_too_common'],
    ['contraseña2026', 'identity.password_too_common'],
    ['!!Colombia!!2026', 'identity.password_too_common'],
    ['1111111111111', 'identity.password_too_common'],
    ['abababababab', 'identity.password_too_common'],
    ['maria.lopez@correo.example', 'identity.password_too_common'],
    ['maria.lopez1', 'identity.password_too_common'],
  ])('refuses %s with %s', (password, code) => expect(codeFor(password)).toBe(code))
})

describe('R8 refresh', () => {
  const now = new Date('2026-01-01T12:00:00Z')
  const before = (ms: number) => new Date(now.getTime() - ms)
  const times = { activeAt: before(60_000), expiresAt: new Date(now.getTime() + 60_000) }
  it.each([
    ['an unused token', { usedAt: null, endedAt: null, times }, 'rotate'],
    ['a token used ten seconds ago', { usedAt: before(10_000), endedAt: null, times }, 'repeat'],
    ['a token used a moment longer ago', { usedAt: before(10_001), endedAt: null, times }, 'reuse'],
    ['a token whose successor was never received', { usedAt: before(50_000), endedAt: null, times, isSuccessorReceived: false }, 'repeat'],
    ['an ended session', { usedAt: null, endedAt: before(1), times }, 'over'],
    ['a session idle for 30 minutes', { usedAt: null, endedAt: null, times: { ...times, activeAt: before(30 * 60_000) } }, 'over'],
    ['a session at its end', { usedAt: null, endedAt: null, times: { ...times, expiresAt: now } }, 'over'],
  ])('%s', (_, facts, decision) => expect(decideRefresh({ isSuccessorReceived: true, ...facts }, now)).toBe(decision))
  it('a session lives until its last moment', () => {
    expect(isSessionOver({ activeAt: before(30 * 60_000 - 1), expiresAt: new Date(now.getTime() + 1) }, now)).toBe(false)
  })
  it.each([
    [undefined, false],
    ['same-origin', false],
    ['none', false],
    ['same-site', true],
    ['cross-site', true],
    [['same-origin', 'cross-site'], true],
  ])('Sec-Fetch-Site %j is foreign: %j', (header, isForeign) => expect(isForeignPage(header)).toBe(isForeign))
})
