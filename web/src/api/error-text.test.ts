import { CallFailed } from '@tunjo/contract/client'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startPhrases } from '../i18n/index.ts'
import { errorText, hasCode, refusalText } from './error-text.ts'
import { NO_ANSWER, UNSURE } from './failure.ts'

afterAll(() => vi.unstubAllGlobals())

beforeAll(() => startPhrases())
const network = (onLine: boolean) => vi.stubGlobal('navigator', { onLine })
beforeEach(() => network(true))

const problem = { code: 'request.not_found', status: 404, title: 'request.not_found', detail: 'No encontramos lo que buscas.' } as const
const busy = (seconds: number | null) => new CallFailed(429, null, '', null, seconds)

const UNKNOWN = 'Algo no salió como esperábamos. Inténtalo de nuevo en unos minutos.'
const SERVICE = 'El servicio no responde. No es tu conexión: inténtalo de nuevo en unos minutos.'

describe('SEC-56 SEC-39 text of a failed call', () => {
  it.each([
    ["a refusal: the server's sentence", new CallFailed(404, problem, ''), problem.detail],
    ['a refusal of another service', new CallFailed(400, null, '<html>'), UNKNOWN],
    ['a bug', new Error('x is undefined'), UNKNOWN],
    ['no error at all', undefined, UNKNOWN],
    [
      "a busy server: the server's sentence",
      new CallFailed(503, { ...problem, code: 'server.busy', status: 503 }, '', null, 5),
      problem.detail,
    ],
    ['a server that is not well', new CallFailed(502, null, ''), SERVICE],
    ['a server that does not answer, with a network', new CallFailed(0, null, NO_ANSWER), SERVICE],
    [
      'a write without an answer',
      new CallFailed(0, null, UNSURE),
      'No recibimos respuesta, y quizá la operación quedó hecha. Revísalo antes de repetirla.',
    ],
    ['too many, without a time', busy(null), 'El servicio está muy ocupado. Espera un momento e inténtalo de nuevo.'],
  ])('%s', (_name, error, text) => expect(errorText(error)).toBe(text))

  it('the connection is blamed only without a network', () => {
    network(false)
    expect(errorText(new CallFailed(0, null, NO_ANSWER))).toBe('Sin conexión: revisa tu red e inténtalo de nuevo.')
    expect(errorText(new CallFailed(503, null, ''))).toBe(SERVICE)
  })

  it.each([
    [40, /40\s*s/],
    [89, /89\s*s/],
    [90, /2\s*min/],
    [121, /3\s*min/],
  ])('too many calls: retry in %i seconds', (seconds, wait) => expect(errorText(busy(seconds))).toMatch(wait))
})

it('SEC-40 a refusal is recognised by its sentence and its code', () => {
  expect([refusalText(new CallFailed(404, problem, '')), refusalText(new CallFailed(502, null, 'x')), refusalText(new Error('x'))]).toEqual(
    [problem.detail, null, null],
  )
  expect(hasCode(new CallFailed(404, problem, ''), 'request.not_found')).toBe(true)
  for (const other of [new CallFailed(404, null, ''), new Error('request.not_found'), null])
    expect(hasCode(other, 'request.not_found')).toBe(false)
})
