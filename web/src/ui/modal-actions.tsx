/** The buttons of a dialog: always in reach, however long it is; the main one above when there is no room beside. */
import type { ReactNode } from 'react'
import classes from './modal-actions.module.css'

export const ModalActions = ({ children }: { children: ReactNode }) => <div className={classes.actions}>{children}</div>
