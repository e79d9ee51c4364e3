/** Focus an element that replaced another, so that the keyboard does not return to the top of the page. */
import { type RefObject, useEffect, useRef } from 'react'

export function useFocusOnMount<T extends HTMLElement>(): RefObject<T | null> {
  const element = useRef<T>(null)
  useEffect(() => element.current?.focus(), [])
  return element
}
