/** Whether a page is already visible to the user (loading-gate.tsx): later content must not shift the layout. */
import { createContext, useContext } from 'react'

export const PageReady = createContext(false)
export const useIsPageReady = (): boolean => useContext(PageReady)
