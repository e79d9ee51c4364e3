/** The buttons that end a dialog; the main one above when there is no room beside. In the flow: a bar over it would half hide what one ticks. */
import type { ReactNode } from 'react'
import classes from './modal-actions.module.css'

export const ModalActions = ({ children }: { children: ReactNode }) => <div className={classes.actions}>{children}</div>
