/** A dialog with a title and a way out; a sheet from the bottom on a phone. */
import { Modal as MantineModal } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { MOTION_MS } from '../theme/theme.ts'
import classes from './modal.module.css'

interface ModalProps {
  opened: boolean
  onClose: () => void
  title: string
  children: ReactNode
  size?: 'sm' | 'md' | 'lg'
  /** False while something is being sent: closing would hide its outcome. */
  canClose?: boolean
}

export function Modal({ opened, onClose, title, children, size = 'md', canClose = true }: ModalProps) {
  const { t } = useTranslation('ui')
  useScrollLock(opened)
  return (
    <MantineModal
      opened={opened}
      onClose={canClose ? onClose : () => undefined}
      title={title}
      size={size}
      centered
      lockScroll={false}
      closeOnClickOutside={canClose}
      closeOnEscape={canClose}
      closeButtonProps={{ 'aria-label': t('modal.close'), disabled: !canClose }}
      transitionProps={{ duration: MOTION_MS, transition: 'fade' }}
      overlayProps={{ backgroundOpacity: 0.45 }}
      classNames={{ inner: classes.inner, content: classes.content, header: classes.header, title: classes.title, body: classes.body }}
    >
      {children}
    </MantineModal>
  )
}

let locks = 0

/** Holds the page still behind a dialog. Mantine's own lock writes a `<style>` element, which the security policy refuses. */
export function useScrollLock(active: boolean): void {
  useEffect(() => {
    if (!active) return
    locks += 1
    document.documentElement.setAttribute('data-scroll-locked', '')
    return () => {
      locks -= 1
      if (locks === 0) document.documentElement.removeAttribute('data-scroll-locked')
    }
  }, [active])
}
