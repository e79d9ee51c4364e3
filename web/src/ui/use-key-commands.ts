/**
 * Single-letter shortcuts, for pages used all day. Off while the person types, and permanently where they were turned
 * off (WCAG 2.1.4).
 */
import { useLocalStorage } from '@mantine/hooks'
import { useEffect, useRef } from 'react'

/** Commands by `KeyboardEvent.key`. */
export type KeyCommands = Readonly<Record<string, () => void>>

export const useLetterKeys = () => useLocalStorage({ key: 'tunjo.letter-keys', defaultValue: true, getInitialValueInEffect: false })

/** @param isOfDialog the commands of a dialog; those of a page ignore keys pressed inside one, so that no typed text is lost */
export function useKeyCommands(commands: KeyCommands, isOn = true, isOfDialog = false): void {
  const [areOn] = useLetterKeys()
  const current = useRef(commands)
  current.current = commands
  const listens = isOn && areOn
  useEffect(() => {
    if (!listens) return
    function onKey(event: KeyboardEvent): void {
      const command = Object.hasOwn(current.current, event.key) ? current.current[event.key] : undefined
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented
      if (!command || !isPlain || !acceptsCommands(event.target, isOfDialog)) return
      event.preventDefault()
      command()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [listens, isOfDialog])
}

const TYPED = 'textarea, select, [contenteditable], input:not([type=checkbox], [type=radio])'
export const acceptsCommands = (target: EventTarget | null, isOfDialog: boolean): boolean =>
  !(target instanceof Element) || (target.closest(TYPED) === null && (isOfDialog || target.closest('[role=dialog]') === null))
