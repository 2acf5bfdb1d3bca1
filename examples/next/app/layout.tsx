import { LeadChat } from 'leadchat/react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import './site.css';

export const metadata = { title: 'Northlight Dental · Next', icons: 'data:,' };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <header>
          <strong>Northlight Dental</strong>
          <nav>
            <Link href="/">Home</Link>
            <Link href="/prices">Prices</Link>
          </nav>
        </header>
        <main>{children}</main>
        <LeadChat proxyUrl="/chat" />
      </body>
    </html>
  );
}
