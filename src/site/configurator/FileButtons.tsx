import { useState } from 'preact/hooks';
import { downloadFile } from '../download-file.ts';
import {
  type Configuration,
  connectionOf,
  emptyConfiguration,
  readConfigurationFile,
  withConnection,
} from './configuration.ts';
import { proxyConfiguration, proxyConfigurationFile } from './proxy-configuration.ts';

type FileButtonsProps = { configuration: Configuration; onOpen: (configuration: Configuration) => void };

/** Saves all choices as one file, opens such a file again, or forgets them. */
export function FileButtons({ configuration, onOpen }: FileButtonsProps) {
  const [outcome, setOutcome] = useState('');
  const open = async (file: File) => {
    const opened = readConfigurationFile(await file.text());
    if (opened === undefined) {
      setOutcome(`${file.name} is not a configuration: open a ${proxyConfigurationFile}.`);
      return;
    }
    setOutcome(`${file.name} is open. Addresses, secrets and whatever else belongs to the proxy alone were not read.`);
    onOpen(withConnection(opened, connectionOf(configuration)));
  };
  return (
    <div class="file-buttons">
      <button
        type="button"
        class="button is-quiet"
        onClick={() => downloadFile(proxyConfigurationFile, proxyConfiguration(configuration))}
      >
        Save as a file
      </button>
      <label class="button is-quiet">
        Open a file
        <input
          type="file"
          class="visually-hidden"
          accept=".json,application/json"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file !== undefined) void open(file);
            // The same file can be opened again.
            currentTarget.value = '';
          }}
        />
      </label>
      <button type="button" class="button is-quiet" onClick={() => onOpen(emptyConfiguration)}>
        Reset all options
      </button>
      <p role="status">{outcome}</p>
    </div>
  );
}
