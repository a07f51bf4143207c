// SPDX-License-Identifier: GPL-2.0-only

import ca.utoronto.msrg.padres.broker.brokercore.BrokerCore;
import ca.utoronto.msrg.padres.broker.brokercore.BrokerCoreException;
import ca.utoronto.msrg.padres.broker.brokercore.InputQueueHandler;
import ca.utoronto.msrg.padres.broker.brokercore.QueueManager;
import ca.utoronto.msrg.padres.broker.controller.Controller;
import ca.utoronto.msrg.padres.broker.controller.OverlayManager;
import ca.utoronto.msrg.padres.broker.monitor.SystemMonitor;
import ca.utoronto.msrg.padres.common.comm.CommSystem.HostType;
import ca.utoronto.msrg.padres.common.comm.MessageQueue;
import ca.utoronto.msrg.padres.common.comm.MessageSender;
import ca.utoronto.msrg.padres.common.comm.OutputQueue;
import ca.utoronto.msrg.padres.common.message.Message;
import ca.utoronto.msrg.padres.common.message.MessageDestination;
import java.util.function.BiConsumer;

/** A broker of PADRES that reports what it receives from other brokers, and counts what it has queued. */
final class WatchedBroker extends BrokerCore {
    private final MessagesUnderWay underWay;
    private final BiConsumer<WatchedBroker, Message> received;

    /**
     * @param arguments of the program that starts a broker
     * @param underWay messages of the whole network
     * @param received called with each message of another broker, before the broker handles it
     */
    WatchedBroker(
            String[] arguments, MessagesUnderWay underWay, BiConsumer<WatchedBroker, Message> received)
            throws BrokerCoreException {
        super(arguments);
        this.underWay = underWay;
        this.received = received;
    }

    @Override
    protected QueueManager createQueueManager() throws BrokerCoreException {
        return new QueueManager(this) {
            @Override
            protected MessageQueue createMessageQueue() {
                return underWay.newLinkQueue();
            }

            @Override
            public void notifyMessage(Message message, HostType sender) {
                if (sender == HostType.SERVER) {
                    received.accept(WatchedBroker.this, message);
                }
                super.notifyMessage(message, sender);
                underWay.end();
            }
        };
    }

    @Override
    protected InputQueueHandler createInputQueueHandler() {
        return new InputQueueHandler(this) {
            @Override
            protected MessageQueue createMessageQueue() {
                return underWay.newInnerQueue();
            }
        };
    }

    @Override
    protected SystemMonitor createSystemMonitor() {
        return new SystemMonitor(this) {
            @Override
            protected MessageQueue createMessageQueue() {
                return underWay.newInnerQueue();
            }
        };
    }

    @Override
    protected Controller createController() {
        return new Controller(this) {
            @Override
            protected MessageQueue createMessageQueue() {
                return underWay.newInnerQueue();
            }

            @Override
            protected OverlayManager createOverlayManager() throws BrokerCoreException {
                return new WatchedOverlay();
            }
        };
    }

    /** Its output queues count. */
    private final class WatchedOverlay extends OverlayManager {
        WatchedOverlay() throws BrokerCoreException {
            super(WatchedBroker.this);
        }

        @Override
        protected OutputQueue createOutputQueue(MessageDestination to, MessageSender sender) {
            return new OutputQueue(to, sender) {
                @Override
                protected MessageQueue createMessageQueue() {
                    return underWay.newLinkQueue();
                }
            };
        }
    }
}
