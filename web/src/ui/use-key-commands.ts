/**
 * Shortcuts of one letter, for pages that people work at all day. Off while somebody types, and for good where the person switched them
 * off (WCAG 2.1.4).
 */
import { useLocalStorage } from '@mantine/hooks'
import { useEffect, useRef } from 'react'

/** By `KeyboardEvent.key`. */
export type KeyCommands = Readonly<Record<string, () => void>>

export const useLetterKeys = () => useLocalStorage({ key: 'tunjo.letter-keys', defaultValue: true, getInitialValueInEffect: false })

export function useKeyCommands(commands: KeyCommands, isOn = true): void {
  const [areOn] = useLetterKeys()
  const current = useRef(commands)
  current.current = commands
  const listens = isOn && areOn
  useEffect(() => {
    if (!listens) return
    function onKey(event: KeyboardEvent): void {
      const command = Object.hasOwn(current.current, event.key) ? current.current[event.key] : undefined
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented
      if (!command || !isPlain || isTyping(event.target)) return
      event.preventDefault()
      command()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [listens])
}

const TYPED = 'textarea, select, [contenteditable], input:not([type=checkbox], [type=radio])'
const isTyping = (target: EventTarget | null): boolean => target instanceof Element && target.closest(TYPED) !== null
