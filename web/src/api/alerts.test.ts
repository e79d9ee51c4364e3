import { CallFailed } from '@tunjo/contract/client'
import { beforeAll, describe, expect, it } from 'vitest'
import { startPhrases } from '../i18n/index.ts'
import { alertText } from './alerts.ts'

beforeAll(() => startPhrases())

const fields = (...fieldErrors: { field: string; message: string }[]) => JSON.stringify({ fieldErrors })

describe('SHELL-11 alert of a failed call', () => {
  it.each([
    ['status 0', new CallFailed(0, null, ''), 'Server not reachable'],
    ['404', new CallFailed(404, null, '<html>'), 'Not found'],
    ['400 with a sentence', new CallFailed(400, null, 'Falta el nombre.'), 'Falta el nombre.'],
    ['400 with the header alone', new CallFailed(400, null, '', 'payments.amount_not_whole'), 'payments.amount_not_whole'],
    [
      '400 with a sentence in the header before any other',
      new CallFailed(400, null, '{"message":"Otra cosa."}', 'Falta el nombre.'),
      'Falta el nombre.',
    ],
    ['another status with a message', new CallFailed(409, null, '{"message":"Ya existe."}'), 'Ya existe.'],
    ['another status with nothing', new CallFailed(502, null, ''), 'Unknown error!'],
    ['the page of a proxy', new CallFailed(502, null, '<html>Bad gateway</html>'), 'Unknown error!'],
    ['what is no call', new Error('x is undefined'), 'Unknown error!'],
  ])('%s', (_name, error, text) => expect(alertText(error)).toBe(text))

  it("400 of the product is the refusal's sentence", () => {
    const problem = { code: 'request.invalid', status: 400, title: 'request.invalid', detail: 'Revisa los datos.' } as const
    expect(alertText(new CallFailed(400, problem, ''))).toBe('Revisa los datos.')
  })

  it.each(['Min', 'Max', 'DecimalMin', 'DecimalMax', 'Size'])('the field error %s is reported as one of size', (message) => {
    expect(alertText(new CallFailed(400, null, fields({ field: 'amount', message })))).toBe(
      'El valor de «amount» está fuera del rango permitido.',
    )
  })

  it('names every field', () => {
    const body = fields({ field: 'alias', message: 'NotNull' }, { field: 'amount', message: 'Min' })
    expect(alertText(new CallFailed(400, null, body))).toBe('Revisa el campo «alias». El valor de «amount» está fuera del rango permitido.')
  })
})
