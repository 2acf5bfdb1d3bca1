import { useState } from 'preact/hooks';

type PictureFileProps = {
  /** The address of the picture now. */
  address: string;
  onAddress: (address: string) => void;
};

/** Makes a data URI of a chosen file, and says how large it is. */
export function PictureFile({ address, onAddress }: PictureFileProps) {
  const [failed, setFailed] = useState<{ address: string; problem: string }>();
  const onFile = async (file: File | undefined) => {
    if (file === undefined) return;
    try {
      onAddress(await readDataUri(file));
    } catch (error) {
      const problem = `${file.name} could not be read: ${error instanceof Error ? error.message : error}`;
      setFailed({ address, problem });
    }
  };
  return (
    <>
      <input
        type="file"
        accept="image/*"
        aria-label="Choose a picture"
        onChange={({ currentTarget }) => void onFile(currentTarget.files?.[0])}
      />
      {address.startsWith('data:') && (
        <p class="hint">This picture is {formatSize(address)} of what every page loads, before compression.</p>
      )}
      {failed?.address === address && (
        <p class="problem" role="alert">
          {failed.problem}
        </p>
      )}
    </>
  );
}

function readDataUri(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

/** A data URI consists of ASCII. */
function formatSize({ length }: string): string {
  return length < 1000 ? `${length} bytes` : `${(length / 1000).toFixed(1)} kB`;
}
