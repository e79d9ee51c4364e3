/** Passkey prompt of the device: fingerprint, face or PIN. */
import { Alert, Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import type { PasskeyOptions } from '@tunjo/contract/identity'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { promptPasskey } from '../../api/passkey.ts'
import { useFocusOnMount } from '../../ui/use-focus-on-mount.ts'

interface PasskeyProofProps {
  options: PasskeyOptions
  isBusy: boolean
  refusal: string | null
  onAnswer: (answer: Record<string, unknown>) => void
}

export function PasskeyProof({ options, isBusy, refusal, onAnswer }: PasskeyProofProps) {
  const { t } = useTranslation('factor')
  const button = useFocusOnMount<HTMLButtonElement>()
  const [isAsking, setAsking] = useState(false)
  const [wasClosed, setClosed] = useState(false)

  async function ask(): Promise<void> {
    setAsking(true)
    setClosed(false)
    const answer = await promptPasskey(options)
    setAsking(false)
    if (answer) onAnswer(answer)
    else setClosed(true)
  }

  const problem = wasClosed ? t('passkey.closed') : refusal
  return (
    <>
      {problem && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      <Button
        ref={button}
        leftSection={<IconFingerprint size={20} aria-hidden />}
        onClick={ask}
        loading={isAsking || isBusy}
        data-autofocus
      >
        {t('passkey.submit')}
      </Button>
    </>
  )
}
