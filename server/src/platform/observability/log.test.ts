import { Writable } from 'node:stream'
import { HttpRequestError } from 'viem'
import { describe, expect, it } from 'vitest'
import { createLog, withoutSecrets } from './log.ts'

function written(write: (log: ReturnType<typeof createLog>) => void): string {
  let text = ''
  const sink = new Writable({
    write(chunk, _encoding, done) {
      text += chunk
      done()
    },
  })
  write(createLog({ level: 'info', pretty: false, sink }))
  return text
}

describe('R36 the log', () => {
  it('logs what happened in an error, not the row that a database quotes', () => {
    const error = Object.assign(new Error('new row violates check constraint'), {
      code: '23514',
      constraint: 'account_not_overdrawn',
      detail: 'Failing row contains (Ana Rojas, 1099888777)',
      where: 'portal 1099888777',
    })
    const text = written((log) => log.error({ err: error }, 'failed'))
    expect(text).toContain('account_not_overdrawn')
    expect(text).not.toMatch(/Ana Rojas|1099888777/)
  })

  it('logs neither the key in the address of a node nor the bytes that were sent', () => {
    const url = 'https://user:secret0@node.example/v3/secret1?key=secret2'
    const error = new HttpRequestError({ url, body: { params: ['0xsecret3'] }, details: `fetch ${url} failed` })
    const text = written((log) => log.warn({ err: error }, 'failed'))
    expect(text).toContain('https://node.example/…')
    expect(text).not.toContain('secret')
  })

  it('keeps the rest of a message', () => {
    expect(withoutSecrets('no answer (postgres://tunjo:pw@db:5432/tunjo), again in 3 s')).toBe(
      'no answer (postgres://db:5432/…), again in 3 s',
    )
    expect(withoutSecrets('HTTP 500 from the provider')).toBe('HTTP 500 from the provider')
  })
})
