/** Actions on a report by its state: propose, return, discard, record the filing, download. */
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { isRosEditable, type Ros } from '@tunjo/contract/regulatory-ros'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../../../api/error-text.ts'
import { rosPdf } from '../../../../../api/regulatory-ros.ts'
import { lazyComponent } from '../../../../../ui/lazy-component.tsx'
import { saveFile } from '../../../../../ui/server-table/save-file.ts'
import { toast } from '../../../../../ui/toast.ts'
import type { RosAct } from './ros-modal.tsx'
import { waitingUndoing } from './waiting-undoing.ts'

const RosModal = lazyComponent(async () => (await import('./ros-modal.tsx')).RosModal, {
  dialog: { close: ({ onClose }) => onClose() },
})

export function RosActions({ ros, mayManage }: { ros: Ros; mayManage: boolean }) {
  const { t } = useTranslation('regulatory')
  const [act, setAct] = useState<RosAct | null>(null)
  const { state, content } = ros
  const mayUndo = mayManage && !waitingUndoing(ros)
  const downloading = useMutation({
    mutationFn: async () => saveFile(await rosPdf(ros.id), `ros-${ros.id}.pdf`),
    onError: (error) => toast.error(errorText(error)),
  })
  const button = (name: RosAct, isMain = false) => (
    <Button variant={isMain ? 'filled' : 'default'} size="sm" onClick={() => setAct(name)}>
      {t(`ros.${name}`)}
    </Button>
  )
  return (
    <>
      {mayUndo && isRosEditable(state) && button('discard')}
      {mayManage && isRosEditable(state) && content && button('propose', true)}
      {mayUndo && state === 'approved' && button('reopen')}
      {(state === 'approved' || state === 'filed') && content && (
        <Button variant="default" size="sm" loading={downloading.isPending} onClick={() => downloading.mutate()}>
          {t('ros.pdf')}
        </Button>
      )}
      {mayManage && state === 'approved' && button('file', true)}
      {act && <RosModal act={act} ros={ros} onClose={() => setAct(null)} />}
    </>
  )
}
