// SPDX-License-Identifier: GPL-2.0-only

import ca.utoronto.msrg.padres.client.Client;
import ca.utoronto.msrg.padres.client.ClientConfig;
import ca.utoronto.msrg.padres.client.ClientException;
import ca.utoronto.msrg.padres.common.message.AdvertisementMessage;
import ca.utoronto.msrg.padres.common.message.Message;
import ca.utoronto.msrg.padres.common.message.MessageDestination;
import ca.utoronto.msrg.padres.common.message.PublicationMessage;
import ca.utoronto.msrg.padres.common.message.SubscriptionMessage;
import ca.utoronto.msrg.padres.common.message.UnsubscriptionMessage;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Brokers and clients of PADRES in one process, over sockets on loopback.
 *
 * <p>Arguments: the covering of subscriptions (OFF, LAZY or ACTIVE), a folder for logs, a file. Its
 * lines have these columns, with a tab between them; after each line the network becomes quiet.
 *
 * <pre>
 * broker     neighbour that was made before, or -1; brokers are numbered from 0
 * advertise  broker   client   name   text
 * subscribe  broker   client   name   text
 * publish    broker   client   name   text
 * </pre>
 *
 * <p>Prints a line for each message that a broker has received from another one (kind, sender,
 * receiver, name) and for each publication that a client has received (delivery, broker, client,
 * name). Messages that are not of the file have the kind `own` and their class as name.
 */
final class PadresNetwork {
    private static final int PATIENCE_S = 300;

    private final String covering;
    private final String logs;
    private final List<String> uris = new ArrayList<>();
    private final Map<String, Client> clients = new HashMap<>();
    private final Map<String, String> names = new HashMap<>(); // by message
    private final List<Row> rows = Collections.synchronizedList(new ArrayList<>());
    private final MessagesUnderWay underWay = new MessagesUnderWay();

    private PadresNetwork(String covering, String logs) {
        this.covering = covering;
        this.logs = logs;
    }

    public static void main(String[] arguments) {
        PrintStream output = System.out;
        System.setOut(System.err); // PADRES prints errors on it
        try {
            PadresNetwork network = new PadresNetwork(arguments[0], arguments[1]);
            for (String line : Files.readAllLines(Path.of(arguments[2]))) {
                network.execute(line.split("\t"));
                network.underWay.awaitNone(PATIENCE_S);
            }
            network.print(output);
            output.flush();
            Runtime.getRuntime().halt(0); // PADRES's threads would go on
        } catch (Exception error) {
            error.printStackTrace();
            Runtime.getRuntime().halt(1);
        }
    }

    private void execute(String[] words) throws Exception {
        if (words[0].equals("broker")) {
            addBroker(Integer.parseInt(words[1]));
            return;
        }
        int broker = Integer.parseInt(words[1]);
        Client client = clientAt(broker, words[2]);
        underWay.begin();
        switch (words[0]) {
            case "advertise" -> names.put(client.advertise(words[4], uris.get(broker)).getMessageID(), words[3]);
            case "subscribe" -> names.put(client.subscribe(words[4], uris.get(broker)).getMessageID(), words[3]);
            case "publish" -> {
                names.put(words[3], words[3]);
                client.publish(words[4], words[3], uris.get(broker));
            }
            default -> throw new IllegalArgumentException("unknown: " + words[0]);
        }
    }

    private void addBroker(int neighbour) throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        String uri = "socket://127.0.0.1:" + port + "/" + uris.size();
        uris.add(uri);
        List<String> arguments = new ArrayList<>(List.of("-uri", uri, "-s", covering, "-ll", logs));
        if (neighbour >= 0) {
            arguments.addAll(List.of("-n", uris.get(neighbour)));
        }
        new WatchedBroker(arguments.toArray(new String[0]), underWay, this::record).initialize();
    }

    private Client clientAt(int broker, String name) throws ClientException {
        Client known = clients.get(name);
        if (known != null) {
            return known;
        }
        ClientConfig config = new ClientConfig();
        config.connectBrokerList = new ArrayList<>(List.of(uris.get(broker)));
        config.logLocation = logs;
        Client client = new Client(name, config) {
            @Override
            public void processMessage(Message message) {
                rows.add(new Row("delivery", String.valueOf(broker), name, eventOf(message), ""));
                underWay.end();
            }
        };
        clients.put(name, client);
        return client;
    }

    private void record(WatchedBroker receiver, Message message) {
        String from = number(message.getLastHopID());
        String to = number(receiver.getBrokerDestination());
        String id = message.getMessageID();
        if (message instanceof AdvertisementMessage) {
            String about = ((AdvertisementMessage) message).getAdvertisement().getClassVal();
            rows.add(new Row("advertisement", from, to, id, about));
        } else if (message instanceof SubscriptionMessage) {
            String about = ((SubscriptionMessage) message).getSubscription().getClassVal();
            rows.add(new Row("subscription", from, to, id, about));
        } else if (message instanceof UnsubscriptionMessage) {
            String ended = ((UnsubscriptionMessage) message).getUnsubscription().getSubID();
            rows.add(new Row("unsubscription", from, to, ended, ""));
        } else if (message instanceof PublicationMessage) {
            String about = ((PublicationMessage) message).getPublication().getClassVal();
            rows.add(new Row("publication", from, to, eventOf(message), about));
        } else {
            rows.add(new Row("other", from, to, id, message.getType().toString()));
        }
    }

    /** @return the name of a publication of the plan, null of any other */
    private static String eventOf(Message message) {
        return (String) ((PublicationMessage) message).getPublication().getPayload();
    }

    private static String number(MessageDestination broker) {
        String uri = broker.getDestinationID();
        return uri.substring(uri.lastIndexOf('/') + 1);
    }

    private void print(PrintStream output) {
        for (Row row : rows) {
            String name = names.get(row.key());
            String kind = name == null ? "own" : row.kind();
            output.println(String.join("\t", kind, row.from(), row.to(), name == null ? row.about() : name));
        }
    }

    /** A message that has arrived: its kind, sender, receiver, key in `names`, and class. */
    private record Row(String kind, String from, String to, String key, String about) {}
}
