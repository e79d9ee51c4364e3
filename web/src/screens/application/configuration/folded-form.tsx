/** A form that its button shows in place. Not a dialog: approving the change opens one. */
import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import classes from './configuration.module.css'

interface FoldedFormProps {
  action: string
  isDisabled?: boolean
  children: (close: () => void) => ReactNode
}

export function FoldedForm({ action, isDisabled = false, children }: FoldedFormProps) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const form = useRef<HTMLDivElement>(null)
  const formId = useId()

  useEffect(() => {
    // It opens below its button, which may stand at the end of the screen.
    if (isOpen) form.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])

  function close(): void {
    setOpen(false)
    // The field that had the keyboard is gone.
    button.current?.focus()
  }

  return (
    <>
      <Button
        ref={button}
        variant="default"
        size="sm"
        disabled={isDisabled}
        aria-expanded={isOpen}
        aria-controls={isOpen ? formId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {action}
      </Button>
      {isOpen && (
        <div ref={form} id={formId} className={classes.form}>
          {children(close)}
        </div>
      )}
    </>
  )
}
