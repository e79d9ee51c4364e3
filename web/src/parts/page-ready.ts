/** Whether a page is already being looked at (first-answers.tsx): what comes later must not push it away from under the finger. */
import { createContext, useContext } from 'react'

export const PageReady = createContext(false)
export const useIsPageReady = (): boolean => useContext(PageReady)
