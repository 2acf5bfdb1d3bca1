import { CopyButton } from './copy-button.tsx';

/** The line that puts the chat into a page, to copy. The dashboard is served by the same proxy, at its `/admin`. */
export function ScriptTag() {
  const tag = `<script src="${new URL('leadchat.js', document.baseURI).href}" async></script>`;
  return (
    <>
      <code class="snippet">{tag}</code>
      <CopyButton text={tag} label="Copy this line" />
    </>
  );
}

/** The same where it can be found at any time. */
export function ChatOnPages() {
  return (
    <details class="chat-way">
      <summary>Chat on your pages</summary>
      <p>Put this line into every page of your site, at the end of its body:</p>
      <ScriptTag />
    </details>
  );
}
