/** The focus goes to what just took the place of something else, so that the keyboard does not fall back to the top of the page. */
import { type RefObject, useEffect, useRef } from 'react'

export function useFocusOnMount<T extends HTMLElement>(): RefObject<T | null> {
  const element = useRef<T>(null)
  useEffect(() => element.current?.focus(), [])
  return element
}
