/** Validation of phone numbers of any country. The rules of all countries are loaded when the field is first used. */
import { useCallback, useEffect, useState } from 'react'

type Parse = (text: string, country: 'CO') => { isValid: () => boolean } | undefined

export function usePhoneCheck(typed: unknown) {
  const [parse, setParse] = useState<Parse | null>(null)
  const text = typeof typed === 'string' ? typed : ''
  const isTyped = text !== ''

  const begin = useCallback(() => {
    // Without them the server's check is enough.
    void import('libphonenumber-js/min').then(
      ({ parsePhoneNumberFromString }) => setParse(() => parsePhoneNumberFromString),
      () => undefined,
    )
  }, [])
  useEffect(() => {
    if (isTyped) begin()
  }, [isTyped, begin])

  return { begin, isWrong: isTyped && parse !== null && parse(text, 'CO')?.isValid() !== true }
}
