import type { ReactNode } from 'react'
import { Phone, type PhoneCode } from '../phone/phone.tsx'

/** Fields beside a live preview; on a narrow screen the preview is below. */
export const WriteLayout = (props: { code: PhoneCode; mayTalk: boolean; children: ReactNode }) => (
  <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-12">
    <div className="flex min-w-0 flex-col gap-6">{props.children}</div>
    <div className="lg:sticky lg:top-6 lg:self-start">
      <Phone code={props.code} mayTalk={props.mayTalk} />
    </div>
  </div>
)
