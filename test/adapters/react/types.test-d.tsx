/** @jsxImportSource react */
import { createRef } from 'react';
import { LeadChat, useLeadChat, type Widget } from '../../../src/adapters/react/index.ts';

/** Never runs: `tsc` checks that these lines compile. */
export function Use() {
  const ref = createRef<Widget>();
  const { open, sendMessage, state } = useLeadChat();
  const sales = useLeadChat('sales');
  return (
    <>
      <LeadChat proxyUrl="https://chat.example" />
      <LeadChat
        ref={ref}
        key="chat"
        id="sales"
        offset={{ x: 4, y: 8 }}
        triggers={[{ type: 'delay', seconds: 5 }]}
        encodeMessage={(text) => text.trim()}
        open={state.open}
        onOpenChange={(next) => next === true}
        onMessageReceived={({ message }) => message.text}
        onLeadAccepted={({ lead }) => lead}
        onError={({ code }) => code}
      />
      <button type="button" onClick={open} onBlur={() => sendMessage('Hi')}>
        {state.unread + sales.state.unread}
        {ref.current?.getState().loaded}
      </button>
    </>
  );
}

/** The element, after `import 'leadchat/element'`. */
export function UseElement() {
  return (
    <>
      <lead-chat proxy-url="https://chat.example" lead-form="optional" resume-days={3} open className="chat" key="a" />
      <lead-chat triggers='[{"type":"exit"}]' ref={createRef<HTMLElement>()} id="sales" />
      {/* @ts-expect-error -- there is no such theme */}
      <lead-chat theme="pink" />
      {/* @ts-expect-error -- and none for the form either */}
      <lead-chat lead-form="maybe" />
    </>
  );
}

/** These lines must not compile, for the reason beside each. */
export function Misuse() {
  const { state, ...chat } = useLeadChat();
  // @ts-expect-error -- state is read-only
  state.open = true;
  // @ts-expect-error -- only the component that created the widget destroys it
  chat.destroy();
  // @ts-expect-error -- there is no such phase
  state.phase === 'open';
  return (
    <>
      {/* @ts-expect-error -- there is no such theme */}
      <LeadChat theme="pink" />
      {/* @ts-expect-error -- numbers are numbers */}
      <LeadChat resumeDays="30" />
      {/* @ts-expect-error -- there is no such event */}
      <LeadChat onMessageRead={() => {}} />
      {/* @ts-expect-error -- events carry no session id: with one, anyone can read the conversation */}
      <LeadChat onSessionStart={({ session }) => session} />
      {/* @ts-expect-error -- open is true or false; how to learn of it is onOpenChange */}
      <LeadChat open={() => true} />
      {/* @ts-expect-error -- it renders nothing that could be styled */}
      <LeadChat className="chat" />
      {/* @ts-expect-error -- a ref is the widget, no element */}
      <LeadChat ref={createRef<HTMLDivElement>()} />
    </>
  );
}
