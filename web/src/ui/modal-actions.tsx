/**
 * Buttons at the end of a dialog; the main one is above when there is no room side by side. In the flow: a fixed bar would cover
 * checkboxes.
 */
import type { ReactNode } from 'react'
import classes from './modal-actions.module.css'

export const ModalActions = ({ children }: { children: ReactNode }) => <div className={classes.actions}>{children}</div>
