import { describe, expect, it } from 'vitest'
import { checkContact } from './check-contact.ts'

const GOOD = { sender: 'ana@correo.example', subject: 'No veo mi abono', message: 'Abonaron ayer.' }

describe('PUB-02 contact form', () => {
  it('accepts a complete message', () => expect(checkContact(GOOD)).toEqual({}))

  it('names every missing field together', () => {
    expect(checkContact({ sender: '', subject: ' ', message: '\n' })).toEqual({
      sender: 'senderInvalid',
      subject: 'subjectRequired',
      message: 'messageRequired',
    })
  })

  it.each(['ana', 'ana@correo', 'ana @correo.example', 'a@b.example, c@d.example'])('refuses the address %s', (sender) => {
    expect(checkContact({ ...GOOD, sender })).toEqual({ sender: 'senderInvalid' })
  })

  it('counts code points', () => {
    expect(checkContact({ ...GOOD, subject: '😀'.repeat(120), message: 'ñ'.repeat(5_000) })).toEqual({})
    expect(checkContact({ ...GOOD, subject: 'a'.repeat(121), message: 'a'.repeat(5_001) })).toEqual({
      subject: 'subjectLong',
      message: 'messageLong',
    })
  })
})
